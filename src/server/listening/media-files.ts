import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { rangeOf } from '#contract/http/range.ts'
import { fileNameOf } from '../adapters/media/file-name.ts'
import { isServed } from '../adapters/media/port.ts'
import { Refused } from '../http/refused.ts'
import { findFreeMedia, findFreeText } from '../catalog/feeds.ts'
import { stillMayListen } from './track-address.ts'
import type { AppContext } from '../context.ts'

type Query = Record<string, unknown>
type MediaContext = Pick<AppContext, 'db' | 'media' | 'delivery' | 'signer' | 'now'>

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
const documentHeaders = ({ name }: Query) => ({
  'content-disposition': `inline; filename="${fileNameOf(name)}.pdf"`,
  'content-security-policy': `frame-ancestors 'none'`,
  'x-robots-tag': 'noindex',
})

/** Sends a media file. Pictures are public and cached for ever; audio, documents and ebooks need a signed address. */
export async function sendMedia(context: MediaContext, path: string, request: FastifyRequest, reply: FastifyReply) {
  if (!isServed(path)) return refuse(reply, 'notFound', 404)
  const isSigned = /^(?:audio|documents|ebooks|voices)\//.test(path)
  const query: Query = Object(request.query)
  const opened = isSigned ? await openAddress(context, path, query) : undefined
  if (isSigned && !opened) return refuse(reply, 'refused', 403)
  const headers = {
    ...headersOf(path, isSigned ? 'private, no-store' : ONE_YEAR),
    ...(path.startsWith('documents/') && documentHeaders(query)),
    ...(path.startsWith('ebooks/') && EBOOK_HEADERS),
  }
  return sendObject(context, request, reply, { path, headers, expiresAt: opened?.expiresAt })
}

/**
 * Sends a free episode, its chapters and transcript, a sample or the artwork of a podcast under a permanent address: feeds never hold a signed one
 * [SD-8]. Cached for an hour only, because a free episode may be for sale tomorrow.
 */
export async function sendFreeMedia(context: MediaContext, file: string, request: FastifyRequest, reply: FastifyReply) {
  const text = await findFreeText(context, file)
  if (text) return sendText(request, reply, text)
  const path = await findFreeMedia(context, file)
  if (path === undefined) return refuse(reply, 'notFound', 404)
  return sendObject(context, request, reply, { path, headers: headersOf(path, ONE_HOUR) })
}

/** Whatever a feed wrote there: it is never a page on the origin of the shop. Web players of other sites may read it. */
function sendText(request: FastifyRequest, reply: FastifyReply, { type, text }: { type: string; text: string }) {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  reply.headers({
    'content-type': /^text\//.test(type) ? `${type}; charset=utf-8` : type,
    'cache-control': ONE_HOUR,
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `sandbox; default-src 'none'`,
    etag,
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const bytes = Buffer.from(text)
  reply.header('content-length', bytes.length)
  return request.method === 'HEAD' ? reply.send() : reply.send(bytes)
}

type MediaHeaders = Record<'content-type' | 'cache-control' | 'etag', string> & Record<string, string>

const headersOf = (path: string, cacheControl: string): MediaHeaders => ({
  'content-type': CONTENT_TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
  'cache-control': cacheControl,
  // Pages may be on another host than the API.
  'cross-origin-resource-policy': 'cross-origin',
  'accept-ranges': 'bytes',
  etag: `"${path.replace(/^\w+\/|\.\w+$/g, '')}"`,
})

/** Checks the signature and, for a track, whether its listener may still play it. */
async function openAddress(context: MediaContext, path: string, query: Query) {
  const opened = context.signer.open(path, query, context.now().getTime())
  return opened && (!opened.holder || (await stillMayListen(context, opened.holder))) ? opened : undefined
}

type MediaObject = { path: string; headers: MediaHeaders; expiresAt?: number | undefined }

/** Hands the object over to the server that delivers it, or sends it. */
async function sendObject(
  context: MediaContext,
  request: FastifyRequest,
  reply: FastifyReply,
  object: MediaObject,
): Promise<FastifyReply> {
  const { path, headers } = object
  if (request.headers['if-none-match'] === headers.etag) return reply.code(304).headers(headers).send()
  const { method } = request
  const handedOver = await context.delivery.handOver({ ...object, method, now: context.now().getTime() })
  if (handedOver) return reply.code(handedOver.status).headers(handedOver.headers).send()
  const found = await context.media.stat(path)
  if (!found) return refuse(reply, 'notFound', 404)
  return sendBytes(context, request, reply.headers(headers), { path, bytes: found.bytes })
}

function sendBytes(
  { media }: Pick<AppContext, 'media'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, bytes }: { path: string; bytes: number },
): FastifyReply {
  const condition = request.headers['if-range']
  const isSame = condition === undefined || condition === reply.getHeader('etag')
  const range = isSame ? rangeOf(request.headers.range, bytes) : undefined
  if (range === 'outside') return reply.header('content-range', `bytes */${bytes}`).code(416).send()
  const { start, end } = range ?? { start: 0, end: bytes - 1 }
  reply.header('content-length', end - start + 1)
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`)
  return request.method === 'HEAD' ? reply.send() : reply.send(media.stream(path, range))
}

function refuse(reply: FastifyReply, fault: string, status: number) {
  return reply.header('cache-control', 'no-store').code(status).send(new Refused(fault, status).body)
}
