import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rangeOf } from '#contract/range.ts'
import { isServed } from '../adapters/media/port.ts'
import { Refused } from '../http/register-endpoint.ts'
import { findFree } from '../catalog/feeds.ts'
import { stillMayListen } from './track-address.ts'
import type { AppContext } from '../context.ts'

const TYPES: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  mp3: 'audio/mpeg',
  epub: 'application/epub+zip',
  pdf: 'application/pdf',
}
const YEAR = 'public, max-age=31536000, immutable'

/** A book is kept, never shown by us: whatever a publisher's file holds runs nowhere near the shop. */
const BOOK = {
  'content-disposition': 'attachment',
  'content-security-policy': `sandbox; default-src 'none'; frame-ancestors 'none'`,
}

/** Pictures for everybody and for ever, audio, documents and ebooks only by a signed address. */
export function mediaRoutes(app: FastifyInstance, context: AppContext): void {
  freeRoute(app, context)
  // Both by one route: the HEAD that Fastify adds by itself would send a length of 0.
  app.route<{ Params: { folder: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:folder/:name',
    handler: async (request, reply) => {
      const path = `${request.params.folder}/${request.params.name}`
      if (!isServed(path)) return refuse(reply, 'notFound', 404)
      const isSigned = /^(?:audio|documents|ebooks)\//.test(path)
      if (isSigned && !(await isOpen(context, path, Object(request.query)))) return refuse(reply, 'refused', 403)
      const found = await context.media.stat(path)
      if (!found) return refuse(reply, 'notFound', 404)
      reply.headers({
        'content-type': TYPES[path.split('.').at(-1) ?? ''],
        'cache-control': isSigned ? 'private, no-store' : YEAR,
        // Pages may lie on another host than the API.
        'cross-origin-resource-policy': 'cross-origin',
        'accept-ranges': 'bytes',
        etag: `"${path.replace(/^\w+\/|\.\w+$/g, '')}"`,
        ...(path.startsWith('documents/') && DOCUMENT),
        ...(path.startsWith('ebooks/') && BOOK),
      })
      return sendBytes(request, reply, context, path, found.bytes)
    },
  })
}

/** A viewer inside the browser has styles of its own. */
const DOCUMENT = {
  'content-disposition': 'inline; filename="document.pdf"',
  'content-security-policy': `frame-ancestors 'none'`,
  'x-robots-tag': 'noindex',
}

/** A track's address is looked at twice: was it signed, and does its listener still have the right. */
async function isOpen(context: AppContext, path: string, query: Record<string, unknown>): Promise<boolean> {
  const opened = context.signer.open(path, query, context.now().getTime())
  return opened !== undefined && (opened.holder === undefined || stillMayListen(context, opened.holder))
}

const HOUR = 'public, max-age=3600'

/** Free episodes, samples and artwork under addresses that stay: for feeds, which never carry a signed one (SD-8). */
function freeRoute(app: FastifyInstance, context: AppContext): void {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/free/:file',
    handler: async (request, reply) => {
      const path = await findFree(context, request.params.file)
      const found = path === undefined ? undefined : await context.media.stat(path)
      if (path === undefined || !found) return refuse(reply, 'notFound', 404)
      reply.headers({
        'content-type': TYPES[path.split('.').at(-1) ?? ''],
        // What is free today may be sold tomorrow.
        'cache-control': HOUR,
        'cross-origin-resource-policy': 'cross-origin',
        'accept-ranges': 'bytes',
        etag: `"${path.replace(/^\w+\/|\.\w+$/g, '')}"`,
      })
      return sendBytes(request, reply, context, path, found.bytes)
    },
  })
}

function sendBytes(
  request: Pick<FastifyRequest, 'headers' | 'method'>,
  reply: FastifyReply,
  { media }: AppContext,
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
