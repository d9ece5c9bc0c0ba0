import etag from '@fastify/etag'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyError, type FastifyInstance, type FastifyPluginAsync, type FastifyReply, type FastifyRequest } from 'fastify'
import { endpointList } from '#contract/index.ts'
import { openApi } from '#contract/openapi.ts'
import { Refused, type Guard } from './lib/serve.ts'
import { accountRoutes } from './routes/accounts.ts'
import { contactRoutes } from './routes/contact.ts'
import { discoveryRoutes } from './routes/discovery.ts'
import { mediaRoutes } from './routes/media.ts'
import { profileRoutes } from './routes/profile.ts'
import { searchRoutes } from './routes/search.ts'
import { bulkRoutes, siteRoutes } from './routes/site.ts'
import { callerOf } from './services/sessions.ts'
import type { World } from './world.ts'

export type AppOptions = {
  checkReplies?: boolean
  trustProxy?: boolean | string
  logLevel?: string
  /** Of the API, for its description. */
  apiUrl?: string
  /** More to serve beside the API: the site. */
  plugins?: FastifyPluginAsync[]
}

const BODY_LIMIT = 64 * 1024
/** Time that a running answer has to end when the shop stops. */
const STREAMS_END_MS = 3_000

export async function buildApp(world: World, options: AppOptions = {}): Promise<FastifyInstance> {
  const { checkReplies = true, trustProxy = false, logLevel = 'silent', apiUrl = '', plugins = [] } = options
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    // `true` would believe every hop, the first of which the sender writes himself.
    trustProxy: trustProxy === true ? (_address, hop) => hop === 0 : trustProxy,
    logger: { level: logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: answerError,
  })
  const guard: Guard = { checkReplies, served: new Set(), callerOf: (token) => callerOf(world, token) }
  app.decorate('guard', guard)
  app.addHook('preClose', async () => closeConnections(app.server))
  await app.register((api) => buildApi(api, world, apiUrl))
  for (const plugin of plugins) await app.register(plugin)
  if (plugins.length === 0) app.setNotFoundHandler(answerUnknown)
  await app.ready()
  return app
}

/** A connection that becomes idle while the server closes would be kept for a minute, and a listener's stream for ever: ask again, then insist. */
function closeConnections(server: FastifyInstance['server']): void {
  const again = setInterval(() => server.closeIdleConnections(), 50)
  const insist = setTimeout(() => server.closeAllConnections(), STREAMS_END_MS)
  server.once('close', () => {
    clearInterval(again)
    clearTimeout(insist)
  })
  // An app that never listened (tests inject) closes without an event.
  if (!server.listening) {
    clearInterval(again)
    clearTimeout(insist)
  }
}

async function buildApi(api: FastifyInstance, world: World, apiUrl: string): Promise<void> {
  // JSON is the only language of the API: a form of another site cannot speak it without asking first.
  api.removeContentTypeParser('text/plain')
  api.setErrorHandler(answerError)
  api.addHook('onRequest', async (_request, reply) => void reply.headers(SAFE_HEADERS))
  await api.register(etag, { weak: true })
  await api.register(rateLimit, { global: false, errorResponseBuilder: () => Object.assign(new Error('too many'), { statusCode: 429 }) })
  discoveryRoutes(api, world)
  siteRoutes(api, world)
  bulkRoutes(api, world)
  searchRoutes(api, world)
  mediaRoutes(api, world)
  contactRoutes(api, world)
  accountRoutes(api, world)
  profileRoutes(api, world)
  healthRoutes(api, world, apiUrl)
  refuseRest(api)
}

const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
}

function healthRoutes(api: FastifyInstance, { db }: World, apiUrl: string): void {
  const description = openApi(endpointList, apiUrl)
  api.get('/openapi.json', () => description)
  api.get('/healthz', () => ({ status: true }))
  api.get('/readyz', async (_request, reply) => {
    const ready = await db.query('select 1').then(
      () => true,
      () => false,
    )
    return reply.code(ready ? 200 : 503).send({ status: ready })
  })
}

/** Rows without a route yet say so; every other address under /api does not exist. */
function refuseRest(api: FastifyInstance): void {
  const waiting = endpointList.map(([, row]) => row).filter((row) => !api.guard.served.has(row))
  for (const { method, path } of waiting) {
    api.route({ method, url: path, handler: (_request, reply) => reply.code(501).send(new Refused('notServed', 501).body) })
  }
  api.all('/api/*', answerUnknown)
}

function answerUnknown(_request: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send(new Refused('notFound', 404).body)
}

const FAULTS: Record<number, string> = { 400: 'badInput', 413: 'tooLarge', 414: 'badInput', 415: 'wrongType', 429: 'tooMany' }

/** Clients learn a code, the log everything, once. */
function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const status = 'statusCode' in error && error.statusCode && error.statusCode < 500 ? error.statusCode : 500
  if (status === 500) request.log.error({ err: error, reqId: request.id }, 'request failed')
  const body = new Refused(FAULTS[status] ?? (status === 500 ? 'internal' : 'badInput'), status).body
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ ...body, ...(status === 500 && { id: request.id }) })
}
