import {
  audioPath,
  decodeOfflineAudio,
  entryKey,
  OFFLINE_AUDIO_HEADER,
  offlineCaches,
  type OfflineAudio,
} from '#contract/offline/offline.ts'
import { rangeOf } from '#contract/http/range.ts'
import { mayPlay } from './leases.ts'

/** Headers of the saved answer that are passed on. */
const PASSED_HEADERS = [
  'content-type',
  'accept-ranges',
  'etag',
  'cache-control',
  'cross-origin-resource-policy',
  'x-content-type-options',
]
const CACHES = [offlineCaches.samples, offlineCaches.tracks]
const matchOptions = { ignoreVary: true }

export const isAudio = (path: string): boolean => path.startsWith('/media/audio/')

async function savedAudioAt(path: string): Promise<Response | undefined> {
  const options = { ...matchOptions, ignoreSearch: true }
  const found = await Promise.all(CACHES.map((cacheName) => caches.match(path, { cacheName, ...options })))
  return found.find((one) => one !== undefined)
}

/** Saved bytes, as the server would answer: under any signature, because one ends after minutes. */
export async function answerAudio(request: Request): Promise<Response> {
  const saved = await savedAudioAt(audioPath(request.url))
  const audio = decodeOfflineAudio(saved?.headers.get(OFFLINE_AUDIO_HEADER) ?? null)
  if (audio && !(await mayPlay(audio, 'continue'))) return fetch(request)
  return saved ? partOf(await saved.blob(), saved.headers, request.headers) : fetch(request)
}

/**
 * The same answers as the server's [PL-8]. workbox-range-requests refuses a range that ends behind the file, and several ranges, with
 * 416, and knows neither `If-Range` nor `If-None-Match`.
 */
function partOf(whole: Blob, saved: Headers, asked: Headers): Response {
  const headers = new Headers({ 'accept-ranges': 'bytes' })
  // A store that the shop redirected to shows a page only some of them.
  for (const name of PASSED_HEADERS) if (saved.has(name)) headers.set(name, saved.get(name) ?? '')
  const etag = saved.get('etag')
  if (etag !== null && asked.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const condition = asked.get('if-range')
  const range =
    condition === null || condition === etag ? rangeOf(asked.get('range') ?? undefined, whole.size) : undefined
  if (range === 'outside') {
    headers.set('content-range', `bytes */${whole.size}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: whole.size - 1 }
  headers.set('content-length', String(end - start + 1))
  if (range) headers.set('content-range', `bytes ${start}-${end}/${whole.size}`)
  return new Response(whole.slice(start, end + 1), { status: range ? 206 : 200, headers })
}

type SavedAudio = { path: string; audio: OfflineAudio }

/** Saved audio of a cache, with the paths of the bytes. */
export async function listSavedAudio(name: (typeof CACHES)[number]): Promise<SavedAudio[]> {
  if (!(await caches.has(name))) return []
  const cache = await caches.open(name)
  const found = await Promise.all(
    (await cache.keys()).map(async (key) => {
      const header = (await cache.match(key, matchOptions))?.headers.get(OFFLINE_AUDIO_HEADER)
      const audio = decodeOfflineAudio(header ?? null)
      return audio ? [{ path: entryKey(key.url), audio }] : []
    }),
  )
  return found.flat()
}

export const hasSavedAudio = async (): Promise<boolean> =>
  (await Promise.all(CACHES.map(listSavedAudio))).some((saved) => saved.length > 0)
