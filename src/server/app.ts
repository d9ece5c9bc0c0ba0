import etag from '@fastify/etag'
import rateLimit from '@fastify/rate-limit'
import fastify, { LogController, type FastifyError, type FastifyInstance, type FastifyPluginAsync, type FastifyReply, type FastifyRequest } from 'fastify'
import { endpointList } from '#contract/index.ts'
import { openApi } from '#contract/openapi.ts'
import { Refused, type Guard } from './lib/serve.ts'
import { logAnswer, routeOf, shownError, shownRequest } from './observe/logs.ts'
import { accountRoutes } from './routes/accounts.ts'
import { auditionRoutes } from './routes/auditions.ts'
import { cartRoutes } from './routes/cart.ts'
import { certificateRoutes } from './routes/certificates.ts'
import { contactRoutes } from './routes/contact.ts'
import { discoveryRoutes } from './routes/discovery.ts'
import { healthRoutes, type Health } from './routes/health.ts'
import { listeningRoutes } from './routes/listening.ts'
import { listenerRoutes } from './routes/listeners.ts'
import { mediaRoutes } from './routes/media.ts'
import { pictureRoutes } from './routes/pictures.ts'
import { orderRoutes } from './routes/orders.ts'
import { paymentRoutes } from './routes/payments.ts'
import { profileRoutes } from './routes/profile.ts'
import { searchRoutes } from './routes/search.ts'
import { bulkRoutes, siteRoutes } from './routes/site.ts'
import { createOnce } from './services/idempotency.ts'
import { endGently } from './observe/ending.ts'
import { callsOf, take } from './services/limits.ts'
import { gifterOf } from './services/selling/gifters.ts'
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
  health?: Health
  /** Where log lines go: tests read them. */
  logTo?: { write(line: string): void }
}

const BODY_LIMIT = 64 * 1024

export async function buildApp(world: World, options: AppOptions = {}): Promise<FastifyInstance> {
  const { checkReplies = true, trustProxy = false, logLevel = 'silent', apiUrl = '', plugins = [], health = {}, logTo } = options
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    // `true` would believe every hop, the first of which the sender writes himself.
    trustProxy: trustProxy === true ? (_address, hop) => hop === 0 : trustProxy,
    logger: { level: logLevel, serializers: { req: shownRequest, err: shownError }, ...(logTo && { stream: logTo }) },
    // `logAnswer` says it once, at the end.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // What comes by a connection that is open is answered, and told to take another one.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: answerError,
  })
  const guard: Guard = {
    checkReplies,
    served: new Set(),
    siteOrigin: new URL(world.siteUrl).origin,
    callerOf: (token) => callerOf(world, token),
    gifterOf: (token) => gifterOf(world, token),
    limited: ({ path }, address, { calls, minutes }) => take(world, [callsOf(world.vault, path, address, { most: calls, seconds: minutes * 60 })]),
    once: createOnce(world),
  }
  app.decorate('guard', guard)
  endGently(app)
  app.addHook('onResponse', logAnswer)
  const { metrics } = health
  if (metrics) app.addHook('onResponse', metrics.answered)
  await app.register((api) => buildApi(api, world, apiUrl, health))
  for (const plugin of plugins) await app.register(plugin)
  if (plugins.length === 0) app.setNotFoundHandler((request, reply) => answerUnknown(request, reply.headers(SAFE_HEADERS)))
  await app.ready()
  return app
}

async function buildApi(api: FastifyInstance, world: World, apiUrl: string, health: Health): Promise<void> {
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
  listeningRoutes(api, world)
  certificateRoutes(api, world)
  pictureRoutes(api, world)
  auditionRoutes(api, world)
  listenerRoutes(api, world)
  cartRoutes(api, world)
  orderRoutes(api, world)
  paymentRoutes(api, world)
  const description = openApi(endpointList, apiUrl)
  api.get('/openapi.json', () => description)
  healthRoutes(api, world, health)
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
  if (status === 500) request.log.error({ err: error }, 'request failed')
  if (status === 429) request.log.info({ event: 'tooMany', route: routeOf(request) }, 'security')
  const body = new Refused(FAULTS[status] ?? (status === 500 ? 'internal' : 'badInput'), status).body
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ ...body, ...(status === 500 && { id: request.id }) })
}
