import type { FastifyReply, FastifyRequest } from 'fastify'
import { rangeOf } from '#contract/range.ts'
import { isServed } from '../adapters/media/port.ts'
import { Refused } from '../http/refused.ts'
import { findFreeMedia } from '../catalog/feeds.ts'
import { stillMayListen } from './track-address.ts'
import type { AppContext } from '../context.ts'

type MediaContext = Pick<AppContext, 'db' | 'media' | 'signer' | 'now'>

const CONTENT_TYPES: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  mp3: 'audio/mpeg',
  epub: 'application/epub+zip',
  pdf: 'application/pdf',
}
const ONE_YEAR = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'

/** Ebooks are downloads and never open in a tab of our origin: the file of a publisher may hold scripts. */
const EBOOK_HEADERS = {
  'content-disposition': 'attachment',
  'content-security-policy': `sandbox; default-src 'none'; frame-ancestors 'none'`,
}
/** No `default-src`: the PDF viewers of browsers have styles of their own. */
const DOCUMENT_HEADERS = {
  'content-disposition': 'inline; filename="document.pdf"',
  'content-security-policy': `frame-ancestors 'none'`,
  'x-robots-tag': 'noindex',
}

/** Sends a media file. Pictures are public and cached for ever; audio, documents and ebooks need a signed address. */
export async function sendMedia(context: MediaContext, path: string, request: FastifyRequest, reply: FastifyReply) {
  if (!isServed(path)) return refuse(reply, 'notFound', 404)
  const isSigned = /^(?:audio|documents|ebooks)\//.test(path)
  if (isSigned && !(await isAllowed(context, path, Object(request.query)))) return refuse(reply, 'refused', 403)
  const found = await context.media.stat(path)
  if (!found) return refuse(reply, 'notFound', 404)
  reply.headers({
    ...headersOf(path, isSigned ? 'private, no-store' : ONE_YEAR),
    ...(path.startsWith('documents/') && DOCUMENT_HEADERS),
    ...(path.startsWith('ebooks/') && EBOOK_HEADERS),
  })
  return sendBytes(request, reply, context, path, found.bytes)
}

/**
 * Sends a free episode, a sample or the artwork of a podcast under a permanent address: feeds never hold a signed one
 * (SD-8). Cached for an hour only, because a free episode may be for sale tomorrow.
 */
export async function sendFreeMedia(context: MediaContext, file: string, request: FastifyRequest, reply: FastifyReply) {
  const path = await findFreeMedia(context, file)
  const found = path === undefined ? undefined : await context.media.stat(path)
  if (path === undefined || !found) return refuse(reply, 'notFound', 404)
  reply.headers(headersOf(path, ONE_HOUR))
  return sendBytes(request, reply, context, path, found.bytes)
}

const headersOf = (path: string, cacheControl: string) => ({
  'content-type': CONTENT_TYPES[path.split('.').at(-1) ?? ''],
  'cache-control': cacheControl,
  // Pages may be on another host than the API.
  'cross-origin-resource-policy': 'cross-origin',
  'accept-ranges': 'bytes',
  etag: `"${path.replace(/^\w+\/|\.\w+$/g, '')}"`,
})

/** Checks the signature and, for a track, whether its listener may still play it. */
async function isAllowed(context: MediaContext, path: string, query: Record<string, unknown>): Promise<boolean> {
  const opened = context.signer.open(path, query, context.now().getTime())
  return opened !== undefined && (opened.holder === undefined || stillMayListen(context, opened.holder))
}

function sendBytes(
  request: Pick<FastifyRequest, 'headers' | 'method'>,
  reply: FastifyReply,
  { media }: Pick<AppContext, 'media'>,
  path: string,
  bytes: number,
) {
  const etag = reply.getHeader('etag')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const condition = request.headers['if-range']
  const range = condition === undefined || condition === etag ? rangeOf(request.headers.range, bytes) : undefined
  if (range === 'outside') return reply.header('content-range', `bytes */${bytes}`).code(416).send()
  const { start, end } = range ?? { start: 0, end: bytes - 1 }
  reply.header('content-length', end - start + 1)
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`)
  return request.method === 'HEAD' ? reply.send() : reply.send(media.stream(path, range))
}

function refuse(reply: FastifyReply, fault: string, status: number) {
  return reply.header('cache-control', 'no-store').code(status).send(new Refused(fault, status).body)
}
