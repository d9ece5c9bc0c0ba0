import {
  OFFLINE_AUDIO_HEADER,
  offlineCaches,
  decodeOfflineAudio,
  audioPath,
  type OfflineAudio,
} from '#contract/offline.ts'
import { rangeOf } from '#contract/range.ts'

/** Of the answer that was kept. */
const NAMES = [
  'content-type',
  'accept-ranges',
  'etag',
  'cache-control',
  'cross-origin-resource-policy',
  'x-content-type-options',
]
const STORES = [offlineCaches.samples, offlineCaches.tracks]

export const isSound = (path: string): boolean => path.startsWith('/media/audio/')

async function keptAt(path: string): Promise<Response | undefined> {
  const found = await Promise.all(STORES.map((cacheName) => caches.match(path, { cacheName, ignoreVary: true })))
  return found.find((one) => one !== undefined)
}

/** Bytes that a listener kept, as the server gives them (server/routes/media.ts): whatever the signature, which is over after minutes. */
export async function answerSound(request: Request): Promise<Response> {
  const kept = await keptAt(audioPath(request.url))
  return kept ? partOf(await kept.blob(), kept.headers, request.headers) : fetch(request)
}

function partOf(whole: Blob, kept: Headers, asked: Headers): Response {
  const headers = new Headers(NAMES.map((name): [string, string] => [name, kept.get(name) ?? '']))
  const etag = kept.get('etag')
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

type Found = { path: string; sound: OfflineAudio }

/** Kept sounds of a store, with where their bytes are. */
export async function keptSounds(name: (typeof STORES)[number]): Promise<Found[]> {
  const cache = await caches.open(name)
  const found = await Promise.all(
    (await cache.keys()).map(async (key) => {
      const sound = decodeOfflineAudio(
        (await cache.match(key, { ignoreVary: true }))?.headers.get(OFFLINE_AUDIO_HEADER) ?? null,
      )
      return sound ? [{ path: audioPath(key.url), sound }] : []
    }),
  )
  return found.flat()
}
