import { create } from 'superstruct'
import { productDetails } from '#contract/catalog.ts'
import { sampleSignedUrl, titleOfUrl, trackSignedUrl } from '#contract/listening.ts'
import { titleAccess } from '#contract/library.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { offlineCaches } from '#contract/offline.ts'
import { keptSounds } from './audio.ts'

/**
 * Calls that the player makes before it sounds. Without a network they are answered from what is kept, so that no page needs a
 * line of code for it. With one the server alone answers: it knows whether the title is still free.
 */
type Answer = (request: Request) => Promise<Response | undefined>

/** Longer than any visit: kept bytes do not expire. */
const LONG_MS = 86_400_000
const json = (value: object, headers: Record<string, string> = {}) => Response.json(value, { headers })
const endOf = () => Date.now() + LONG_MS

const sampleAddress: Answer = async (request) => {
  const { map_url: name } = create(await request.json(), sampleSignedUrl.input)
  const found = (await keptSounds(offlineCaches.samples)).find(({ sound }) => sound.key === name)
  const reply = (path: string): ReplyOf<typeof sampleSignedUrl> => ({
    status: true,
    data: { signed_url: path, expires_at: endOf() },
  })
  return found && json(reply(found.path))
}

/** Who is signed out here is asked to sign in, as always. */
const isListener = ({ headers }: Request) => headers.get('authorization')?.startsWith('Token ') ?? false

async function keptTrack(request: Request) {
  const { url, key } = create(await request.json(), trackSignedUrl.input)
  return (await keptSounds(offlineCaches.tracks)).find(
    ({ sound }) => sound.key === key && sound.titleId === titleOfUrl(url),
  )
}

const trackAddress: Answer = async (request) => {
  const found = isListener(request) ? await keptTrack(request) : undefined
  const reply: ReplyOf<typeof trackSignedUrl> = { status: true, expires_at: endOf() }
  return found && json(reply, { 'x-signed-url': found.path })
}

const details: Answer = (request) =>
  caches.match(new URL(request.url).pathname, { cacheName: offlineCaches.tracks, ignoreVary: true })

const access: Answer = async (request) => {
  const { product_ids: ids } = create(await request.json(), titleAccess.input)
  const sounds = await keptSounds(offlineCaches.tracks)
  if (!isListener(request) || !ids.every((id) => sounds.some(({ sound }) => sound.titleId === id))) return undefined
  const reply: ReplyOf<typeof titleAccess> = { status: true, is_subscribed: false, titles: ids.map(freeTitle) }
  return json(reply)
}

/** What is true of every kept title; what the server alone knows is left open. */
const freeTitle = (id: number) => ({
  product_id: id,
  ...{ is_free: true, is_purchased: false, in_library: false, covered: false, access: 'play' as const },
  ...{ may_review: false, has_reviewed: false, last_place: null, total_tracks_completion: 0, places: [] },
})

const answers: [method: string, path: RegExp, answer: Answer][] = [
  ['POST', exactly(sampleSignedUrl.path), sampleAddress],
  ['POST', exactly(trackSignedUrl.path), trackAddress],
  ['POST', exactly(titleAccess.path), access],
  ['GET', exactly(productDetails.path), details],
]

function exactly(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '\\d+')}$`)
}

const answerTo = ({ method, url }: Request) =>
  answers.find(([by, path]) => by === method && path.test(new URL(url).pathname))?.[2]

export const isKnownCall = (request: Request): boolean => answerTo(request) !== undefined

export async function answerCall(request: Request): Promise<Response> {
  const spare = request.clone()
  try {
    const response = await fetch(request)
    if (response.status === 403 && isTrackCall(spare)) await forgetTrack(spare)
    return response
  } catch (error) {
    const kept = await answerTo(spare)?.(spare).catch(() => undefined)
    if (kept) return kept
    throw error
  }
}

const isTrackCall = ({ url }: Request) => new URL(url).pathname === trackSignedUrl.path

/** The server refuses it: the title is free no more. */
async function forgetTrack(request: Request): Promise<void> {
  const found = await keptTrack(request).catch(() => undefined)
  if (found) await (await caches.open(offlineCaches.tracks)).delete(found.path, { ignoreVary: true })
}
