import etag from '@fastify/etag'
import rateLimit from '@fastify/rate-limit'
import fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { endpointList } from '#contract/endpoints.ts'
import { openApi } from '#contract/openapi.ts'
import { Refused, type Guard } from './http/register-endpoint.ts'
import { logAnswer, routeOf, shownError, shownRequest } from './http/request-log.ts'
import { accountRoutes } from './accounts/routes.ts'
import { auditionRoutes } from './auditions/routes.ts'
import { cartRoutes } from './cart/routes.ts'
import { certificateRoutes } from './courses/routes.ts'
import { contactRoutes } from './contact/routes.ts'
import { discoveryRoutes } from './catalog/routes.ts'
import { healthRoutes, type Health } from './operations/routes.ts'
import { listeningRoutes } from './listening/routes.ts'
import { listenerRoutes } from './notifications/routes.ts'
import { mediaRoutes } from './listening/media-routes.ts'
import { pictureRoutes } from './accounts/picture-routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { renewalRoutes } from './renewals/routes.ts'
import { profileRoutes } from './accounts/profile-routes.ts'
import { searchRoutes } from './search/routes.ts'
import { bulkRoutes, siteRoutes } from './catalog/site-routes.ts'
import { createOnce } from './http/idempotency.ts'
import { endGently } from './runtime/graceful-stop.ts'
import { callsOf, take } from './http/rate-limits.ts'
import { gifterOf } from './gifts/gifters.ts'
import { giftRoutes } from './gifts/routes.ts'
import { callerOf } from './accounts/sessions.ts'
import type { AppContext } from './context.ts'

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

export async function buildApp(context: AppContext, options: AppOptions = {}): Promise<FastifyInstance> {
  const {
    checkReplies = true,
    trustProxy = false,
    logLevel = 'silent',
    apiUrl = '',
    plugins = [],
    health = {},
    logTo,
  } = options
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
    siteOrigin: new URL(context.siteUrl).origin,
    callerOf: (token) => callerOf(context, token),
    gifterOf: (token) => gifterOf(context, token),
    limited: ({ path }, address, { calls, minutes }) =>
      take(context, [callsOf(context.encryption, path, address, { most: calls, seconds: minutes * 60 })]),
    once: createOnce(context),
  }
  app.decorate('guard', guard)
  endGently(app)
  app.addHook('onResponse', logAnswer)
  const { metrics } = health
  if (metrics) app.addHook('onResponse', metrics.recordResponse)
  await app.register((api) => buildApi(api, context, apiUrl, health))
  for (const plugin of plugins) await app.register(plugin)
  if (plugins.length === 0)
    app.setNotFoundHandler((request, reply) => answerUnknown(request, reply.headers(SAFE_HEADERS)))
  await app.ready()
  return app
}

async function buildApi(api: FastifyInstance, context: AppContext, apiUrl: string, health: Health): Promise<void> {
  // JSON is the only language of the API: a form of another site cannot speak it without asking first.
  api.removeContentTypeParser('text/plain')
  api.setErrorHandler(answerError)
  api.addHook('onRequest', async (_request, reply) => void reply.headers(SAFE_HEADERS))
  await api.register(etag, { weak: true })
  await api.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => Object.assign(new Error('too many'), { statusCode: 429 }),
  })
  discoveryRoutes(api, context)
  siteRoutes(api, context)
  bulkRoutes(api, context)
  searchRoutes(api, context)
  mediaRoutes(api, context)
  contactRoutes(api, context)
  accountRoutes(api, context)
  profileRoutes(api, context)
  listeningRoutes(api, context)
  certificateRoutes(api, context)
  pictureRoutes(api, context)
  auditionRoutes(api, context)
  listenerRoutes(api, context)
  cartRoutes(api, context)
  orderRoutes(api, context)
  paymentRoutes(api, context)
  renewalRoutes(api, context)
  giftRoutes(api, context)
  const description = openApi(endpointList, apiUrl)
  api.get('/openapi.json', () => description)
  healthRoutes(api, context, health)
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
    api.route({
      method,
      url: path,
      handler: (_request, reply) => reply.code(501).send(new Refused('notServed', 501).body),
    })
  }
  api.all('/api/*', answerUnknown)
}

function answerUnknown(_request: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send(new Refused('notFound', 404).body)
}

const FAULTS: Record<number, string> = {
  400: 'badInput',
  413: 'tooLarge',
  414: 'badInput',
  415: 'wrongType',
  429: 'tooMany',
}

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
