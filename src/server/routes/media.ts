import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isObjectPath } from '../adapters/media/port.ts'
import { Refused } from '../lib/serve.ts'
import { findFree } from '../services/feeds.ts'
import type { World } from '../world.ts'
import { rangeOf } from './range.ts'

const TYPES: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg', mp3: 'audio/mpeg' }
const YEAR = 'public, max-age=31536000, immutable'

/** Pictures for everybody and for ever, audio only by a signed address. */
export function mediaRoutes(app: FastifyInstance, world: World): void {
  freeRoute(app, world)
  // Both by one route: the HEAD that Fastify adds by itself would send a length of 0.
  app.route<{ Params: { folder: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:folder/:name',
    handler: async (request, reply) => {
      const path = `${request.params.folder}/${request.params.name}`
      if (!isObjectPath(path)) return refuse(reply, 'notFound', 404)
      const isAudio = path.startsWith('audio/')
      if (isAudio && !world.signer.holds(path, Object(request.query), world.now().getTime())) return refuse(reply, 'refused', 403)
      const found = await world.media.stat(path)
      if (!found) return refuse(reply, 'notFound', 404)
      reply.headers({
        'content-type': TYPES[path.split('.').at(-1) ?? ''],
        'cache-control': isAudio ? 'private, no-store' : YEAR,
        // Pages may lie on another host than the API.
        'cross-origin-resource-policy': 'cross-origin',
        'accept-ranges': 'bytes',
        etag: `"${path.replace(/^\w+\/|\.\w+$/g, '')}"`,
      })
      return sendBytes(request, reply, world, path, found.bytes)
    },
  })
}

const HOUR = 'public, max-age=3600'

/** Free episodes, samples and artwork under addresses that stay: for feeds, which never carry a signed one (SD-8). */
function freeRoute(app: FastifyInstance, world: World): void {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/free/:file',
    handler: async (request, reply) => {
      const path = await findFree(world, request.params.file)
      const found = path === undefined ? undefined : await world.media.stat(path)
      if (path === undefined || !found) return refuse(reply, 'notFound', 404)
      reply.headers({
        'content-type': TYPES[path.split('.').at(-1) ?? ''],
        // What is free today may be sold tomorrow.
        'cache-control': HOUR,
        'cross-origin-resource-policy': 'cross-origin',
        'accept-ranges': 'bytes',
        etag: `"${path.replace(/^\w+\/|\.\w+$/g, '')}"`,
      })
      return sendBytes(request, reply, world, path, found.bytes)
    },
  })
}

function sendBytes(request: Pick<FastifyRequest, 'headers' | 'method'>, reply: FastifyReply, { media }: World, path: string, bytes: number) {
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
