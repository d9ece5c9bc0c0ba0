import { create } from 'superstruct'
import { productDetails } from '#contract/catalog/catalog.ts'
import { sampleSignedUrl, titleOfUrl, trackSignedUrl } from '#contract/listening/listening.ts'
import { titleAccess } from '#contract/library/library.ts'
import type { FaultOf, ReplyOf } from '#contract/http/endpoint.ts'
import { offlineCaches } from '#contract/offline/offline.ts'
import { trackPauses } from '#contract/listening/pauses.ts'
import { TRACK_TRANSCRIPTS } from '#contract/transcripts/transcript-path.ts'
import { listSavedAudio } from './audio.ts'
import { mayPlay, noteTime } from './leases.ts'
import { inTime, isForeignRefusal, isServerError } from './network.ts'

/**
 * The calls that the player makes before it plays. Offline they are answered from the caches, so that pages need no code for it.
 * Online the server answers: it knows whether the title is still free.
 */
type OfflineAnswer = (request: Request) => Promise<Response | undefined>

/** Longer than any visit: saved bytes do not expire. */
const VALID_MS = 86_400_000
const json = (value: object, headers: Record<string, string> = {}) => Response.json(value, { headers })
const refusal = (fault: FaultOf<typeof trackSignedUrl>) => Response.json({ status: false, fault }, { status: 403 })
const expiry = () => Date.now() + VALID_MS

const sampleUrl: OfflineAnswer = async (request) => {
  const { map_url: name } = create(await request.json(), sampleSignedUrl.input)
  const found = (await listSavedAudio(offlineCaches.samples)).find(({ audio }) => audio.key === name)
  const reply = (path: string): ReplyOf<typeof sampleSignedUrl> => ({
    status: true,
    // Neither the text nor its place in the title is saved with the sample.
    data: { signed_url: path, expires_at: expiry(), has_text: false, part: null },
  })
  return found && json(reply(found.path))
}

/** A guest is asked to sign in, as online. */
const isSignedIn = ({ headers }: Request) => headers.get('authorization')?.startsWith('Token ') ?? false

async function findSavedTrack(request: Request) {
  const { url, key } = create(await request.json(), trackSignedUrl.input)
  return (await listSavedAudio(offlineCaches.tracks)).find(
    ({ audio }) => audio.key === key && audio.titleId === titleOfUrl(url),
  )
}

const trackUrl: OfflineAnswer = async (request) => {
  const found = isSignedIn(request) ? await findSavedTrack(request) : undefined
  if (found && !(await mayPlay(found.audio, 'start'))) return refusal('leaseEnded')
  const reply: ReplyOf<typeof trackSignedUrl> = {
    status: true,
    expires_at: expiry(),
    edition: found?.audio.edition ?? 'full',
  }
  return found && json(reply, { 'x-signed-url': found.path })
}

const savedReply: OfflineAnswer = (request) =>
  caches.match(new URL(request.url).pathname, { cacheName: offlineCaches.tracks, ignoreVary: true })

const access: OfflineAnswer = async (request) => {
  const { product_ids: ids } = create(await request.json(), titleAccess.input)
  const saved = await listSavedAudio(offlineCaches.tracks)
  if (!isSignedIn(request) || !ids.every((id) => saved.some(({ audio }) => audio.titleId === id))) return undefined
  const isFree = (id: number) => saved.some(({ audio }) => audio.titleId === id && !audio.isLeased)
  const titles = ids.map((id) => savedTitle(id, isFree(id)))
  const reply: ReplyOf<typeof titleAccess> = { status: true, is_subscribed: false, titles }
  return json(reply)
}

/** True of every saved title; what only the server knows is left out. Whether its lease goes on is said when it is to play. */
const savedTitle = (id: number, isFree: boolean) => ({
  product_id: id,
  ...{
    is_free: isFree,
    is_purchased: false,
    in_library: false,
    covered: false,
    access: 'play' as const,
    controls: ['library' as const],
  },
  ...{ may_review: false, has_reviewed: false, last_place: null, total_tracks_completion: 0, places: [] },
})

const REPLIES_OF_TRACK = [trackPauses.path, TRACK_TRANSCRIPTS]
type Answering = [method: string, path: RegExp, answer: OfflineAnswer]
const answers: Answering[] = [
  ['POST', pattern(sampleSignedUrl.path), sampleUrl],
  ['POST', pattern(trackSignedUrl.path), trackUrl],
  ['POST', pattern(titleAccess.path), access],
  ['GET', pattern(productDetails.path), savedReply],
  ...REPLIES_OF_TRACK.map((path): Answering => ['GET', pattern(path), savedReply]),
]

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '\\d+')}$`)
}

const answerTo = ({ method, url }: Request) =>
  answers.find(([by, path]) => by === method && path.test(new URL(url).pathname))?.[2]

export const isOfflineCall = (request: Request): boolean => answerTo(request) !== undefined

/**
 * A shop that is down or does not answer in time is like no network for what is saved. Without a Workbox strategy: those consume
 * the body of a POST, which the offline answer reads.
 */
export async function answerCall(request: Request, waitUntil: (late: Promise<unknown>) => void): Promise<Response> {
  const fresh = askServer(request.clone())
  const got = await inTime(fresh)
  if (got instanceof Response && !isServerError(got) && !(await isForeignRefusal(got))) return got
  const saved = await answerTo(request)?.(request.clone()).catch(() => undefined)
  // What the server refuses late is deleted all the same.
  if (saved) waitUntil(fresh.catch(() => undefined))
  return saved ?? fresh
}

async function askServer(request: Request): Promise<Response> {
  const spare = request.clone()
  const response = await fetch(isTrackCall(request) ? await forSavedEdition(request) : request)
  await noteTime(response).catch(() => undefined)
  // Read here also for other calls, so that the body arrives in time too.
  const isRefused = response.status === 403 && !(await isForeignRefusal(response))
  if (isRefused && isTrackCall(spare)) await deleteTrack(spare)
  return response
}

const isTrackCall = ({ url }: Request) => new URL(url).pathname === trackSignedUrl.path

/** Asks for the edition of the saved copy, whatever the listener has chosen: its bytes are here. */
async function forSavedEdition(request: Request): Promise<Request> {
  const found = await findSavedTrack(request.clone()).catch(() => undefined)
  if (!found) return request
  const edition = found.audio.edition ?? 'full'
  return new Request(request, { body: JSON.stringify({ ...(await request.json()), edition }) })
}

/** The server refuses the track. Its text goes with its sound; a chapter that plays is heard to its end first. */
async function deleteTrack(request: Request): Promise<void> {
  const found = await findSavedTrack(request).catch(() => undefined)
  if (!found || (found.audio.isLeased && (await mayPlay(found.audio, 'continue')))) return
  const replies = REPLIES_OF_TRACK.map((path) => path.replace(':id', String(found.audio.trackId)))
  const cache = await caches.open(offlineCaches.tracks)
  await Promise.all([found.path, ...replies].map((path) => cache.delete(path, { ignoreVary: true })))
}
