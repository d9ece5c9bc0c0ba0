import { partsPath } from '#contract/offline/offline-titles.ts'
import { offlineCaches } from '#contract/offline/offline.ts'

/** Small enough that a line which is cut every minute gets on; an hour of the light edition has thirty of them. */
const PART_BYTES = 512 * 1024

export type Tell = (part: number) => void
type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>
export type Recording = { headers: Headers; bytes: number; body: Bytes }
/** `expired`: the address ended after a part of it arrived; under a new one it goes on. */
type NoRecording = 'failed' | 'expired'
type Request = { address: string; trackId: number; tell: Tell; signal: AbortSignal }

const openCache = () => caches.open(offlineCaches.tracks)

/** One answer with everything. */
export function recordingOf(response: Response, tell: Tell): Recording | 'failed' {
  const bytes = Number(response.headers.get('content-length'))
  if (response.status !== 200 || !response.body || !(bytes > 0)) return 'failed'
  return { headers: response.headers, bytes, body: response.body.pipeThrough(counted(0, bytes, tell)) }
}

/**
 * A recording in parts, each of which is stored when it has arrived: what was there before the line was cut, or the page closed, is
 * not fetched again. Parts of another recording are dropped. Where the shop redirects to a store that hides the headers of a part,
 * everything is fetched at once.
 */
export async function fetchInParts(request: Request): Promise<Recording | NoRecording> {
  const { address, trackId, tell, signal } = request
  let { bytes: from, etag } = await storedParts(trackId)
  for (let isFirst = true; ; isFirst = false) {
    const response = await fetch(address, { headers: { range: `bytes=${from}-${from + PART_BYTES - 1}` }, signal })
    const part = partOf(response)
    const isOther = response.status === 416 || (part !== undefined && part.etag !== etag)
    if (from > 0 && isOther) {
      await deleteParts(trackId)
      from = 0
      continue
    }
    if (!part) return withoutParts(request, response, isFirst)
    etag = part.etag
    const body = await new Response(response.body?.pipeThrough(counted(from, part.total, tell))).arrayBuffer()
    await (await openCache()).put(partsPath(trackId) + from, new Response(body, { headers: { etag } }))
    from += body.byteLength
    if (from >= part.total) return wholeRecording(trackId, response, part.total)
  }
}

function partOf({ status, headers }: Response): { total: number; etag: string } | undefined {
  const total = Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1])
  const etag = headers.get('etag')
  return status === 206 && total > 0 && etag !== null ? { total, etag } : undefined
}

async function withoutParts(
  { address, tell, signal }: Request,
  response: Response,
  isFirst: boolean,
): Promise<Recording | NoRecording> {
  if (response.status === 403 && !isFirst) return 'expired'
  if (response.status !== 206) return recordingOf(response, tell)
  await response.body?.cancel()
  return recordingOf(await fetch(address, { signal }), tell)
}

async function storedParts(trackId: number): Promise<{ bytes: number; etag: string | undefined }> {
  const store = await openCache()
  let [bytes, etag]: [number, string | undefined] = [0, undefined]
  for (;;) {
    const part = await store.match(partsPath(trackId) + bytes)
    const length = (await part?.blob())?.size ?? 0
    if (!part || length === 0) return { bytes, etag }
    bytes += length
    etag = part.headers.get('etag') ?? undefined
  }
}

async function wholeRecording(trackId: number, last: Response, bytes: number): Promise<Recording> {
  const headers = new Headers(last.headers)
  headers.delete('content-range')
  headers.set('content-length', String(bytes))
  const store = await openCache()
  let from = 0
  const body: Bytes = new ReadableStream({
    async pull(out) {
      const part = await (await store.match(partsPath(trackId) + from))?.arrayBuffer()
      if (!part) return out.error(new Error('a part is gone'))
      out.enqueue(new Uint8Array(part))
      from += part.byteLength
      if (from >= bytes) out.close()
    },
  })
  return { headers, bytes, body }
}

/** What arrived of a track that is whole by now, or not wanted any more. */
export async function deleteParts(trackId: number): Promise<void> {
  if (!(await caches.has(offlineCaches.tracks))) return
  const store = await openCache()
  const keys = (await store.keys()).map(({ url }) => new URL(url, 'https://shop.invalid').pathname)
  await Promise.all(keys.filter((key) => key.startsWith(partsPath(trackId))).map((key) => store.delete(key)))
}

/** Tells what part of all bytes is here, of which some were here before. */
function counted(
  before: number,
  all: number,
  tell: Tell,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let here = before
  return new TransformStream({
    transform(chunk, out) {
      here += chunk.length
      tell(here / all)
      out.enqueue(chunk)
    },
  })
}
