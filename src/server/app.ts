import { hash } from 'node:crypto'
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
import { endpointList } from '#contract/http/endpoints.ts'
import { openApi } from '#contract/http/openapi.ts'
import { Refused } from './http/refused.ts'
import type { Guard } from './http/register-endpoint.ts'
import { logReply, routeOf, shownError, shownRequest } from './http/request-log.ts'
import { accountRoutes } from './accounts/routes.ts'
import { auditionRoutes } from './auditions/routes.ts'
import { cartRoutes } from './cart/routes.ts'
import { createCardTexts } from './catalog/cache/card-texts.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { contactRoutes } from './contact/routes.ts'
import { courseRoutes } from './courses/routes.ts'
import { deskRoutes } from './desk/routes.ts'
import { staffOf } from './desk/staff/sessions.ts'
import { ebookRoutes } from './ebooks/routes.ts'
import { libraryRoutes } from './library/routes.ts'
import { listeningRoutes } from './listening/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { healthRoutes, type Health } from './operations/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { planRoutes } from './plans/routes.ts'
import { subscriptionInProfile } from './plans/subscriptions.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { renewalRoutes } from './renewals/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { opdsRoutes } from './opds/routes.ts'
import { transcriptRoutes } from './transcripts/routes.ts'
import { createIdempotency } from './http/idempotency.ts'
import { stopGracefully } from './runtime/graceful-stop.ts'
import { callsOf, take } from './http/rate-limits.ts'
import { giverOf } from './gifts/givers.ts'
import { giftRoutes } from './gifts/routes.ts'
import { callerOf } from './accounts/sessions.ts'
import { DatabaseUnavailable } from './db/unavailable.ts'
import { answerParserError, endSlowBody, SAFE_HEADERS } from './http/safe-headers.ts'
import { isDiskFull } from './runtime/startup-error.ts'
import { sendUnavailable } from './http/unavailable.ts'
import type { AppContext } from './context.ts'

type AppOptions = {
  checkReplies?: boolean
  trustProxy?: boolean | string
  countryHeader?: string | undefined
  logLevel?: string
  /** Base address in the OpenAPI description. */
  apiUrl?: string
  /** Plugins beside the API: the site. */
  plugins?: FastifyPluginAsync[]
  health?: Health
  /** Longest time that a JSON body may take to arrive. */
  bodyMilliseconds?: number
  /** Where log lines go: tests read them. */
  logTo?: { write(line: string): void }
}

const BODY_LIMIT = 64 * 1024
/** A body of 8 KB comes within seconds. */
const BODY_MS = 20_000
/** Uploads too end some time. */
const REQUEST_MS = 300_000

export async function buildApp(context: AppContext, options: AppOptions = {}): Promise<FastifyInstance> {
  const { checkReplies = true, countryHeader, apiUrl = '', plugins = [], health = {} } = options
  const { bodyMilliseconds = BODY_MS } = options
  const app = createServer(options)
  app.decorate('guard', createGuard(context, checkReplies, countryHeader))
  // Before the graceful stop, which waits for every request.
  app.addHook('preClose', async () => context.catalogSignal?.close())
  stopGracefully(app)
  app.addHook('onRequest', async ({ raw }) => endSlowBody(raw, bodyMilliseconds))
  app.addHook('onResponse', logReply)
  const { metrics } = health
  if (metrics) app.addHook('onResponse', metrics.recordResponse)
  await app.register((api) => buildApi(api, context, apiUrl, health))
  for (const plugin of plugins) await app.register(plugin)
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply.headers(SAFE_HEADERS)))
  await app.ready()
  return app
}

function createServer({ trustProxy = false, logLevel = 'silent', logTo }: AppOptions): FastifyInstance {
  return fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    // `true` would trust every hop, but the client writes the first ones.
    trustProxy: trustProxy === true ? (_address, hop) => hop === 0 : trustProxy,
    logger: { level: logLevel, serializers: { req: shownRequest, err: shownError }, ...(logTo && { stream: logTo }) },
    // `logReply` writes one line at the end.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // Requests of open connections are answered while the server closes, with `connection: close`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.headers(SAFE_HEADERS)),
    clientErrorHandler: answerParserError,
  })
}

function createGuard(context: AppContext, checkReplies: boolean, countryHeader?: string): Guard {
  return {
    checkReplies,
    countryHeader,
    registered: new Set(),
    siteOrigin: new URL(context.siteUrl).origin,
    callerOf: (token) => callerOf(context, token),
    staffOf: (token) => staffOf(context, token),
    giverOf: (token, hasLink) => giverOf(context, token, hasLink),
    limit: ({ path }, address, { calls, minutes }) =>
      take(context, callsOf(context.encryption, path, address, { most: calls, seconds: minutes * 60 })),
    runOnce: createIdempotency(context),
  }
}

async function buildApi(api: FastifyInstance, context: AppContext, apiUrl: string, health: Health): Promise<void> {
  // The API accepts only JSON: a form of another site cannot send it without a CORS preflight.
  api.removeContentTypeParser('text/plain')
  api.setErrorHandler(sendError)
  api.addHook('onRequest', async (_request, reply) => void reply.headers(SAFE_HEADERS))
  await api.register(etag, { weak: true, hashFn: (payload) => hash('sha1', payload, 'base64') })
  await api.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => Object.assign(new Error('too many'), { statusCode: 429 }),
  })
  accountRoutes(api, context, (userId) => subscriptionInProfile(context, userId))
  const cardTexts = createCardTexts(context.readDb)
  catalogRoutes(api, context, cardTexts)
  searchRoutes(api, context, cardTexts)
  planRoutes(api, context)
  listeningRoutes(api, context)
  transcriptRoutes(api, context)
  reviewRoutes(api, context)
  courseRoutes(api, context)
  libraryRoutes(api, context)
  opdsRoutes(api, context)
  cartRoutes(api, context)
  orderRoutes(api, context)
  paymentRoutes(api, context)
  renewalRoutes(api, context)
  giftRoutes(api, context)
  ebookRoutes(api, context)
  auditionRoutes(api, context)
  contactRoutes(api, context)
  notificationRoutes(api, context)
  privacyRoutes(api, context)
  deskRoutes(api, context)
  let description: ReturnType<typeof openApi> | undefined
  // Written when somebody asks: it is a tenth of the time of a start.
  api.get('/openapi.json', () => (description ??= openApi(endpointList, apiUrl)))
  healthRoutes(api, context, health)
  refuseRest(api)
}

/** Endpoints of the contract without a handler answer 501, every other address under /api 404. */
function refuseRest(api: FastifyInstance): void {
  const missing = endpointList.map(([, endpoint]) => endpoint).filter((endpoint) => !api.guard.registered.has(endpoint))
  for (const { method, path } of missing) {
    api.route({
      method,
      url: path,
      handler: (_request, reply) => reply.code(501).send(new Refused('notServed', 501).body),
    })
  }
  api.all('/api/*', sendNotFound)
}

function sendNotFound(_request: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send(new Refused('notFound', 404).body)
}

const FAULTS: Record<number, string> = {
  400: 'badInput',
  413: 'tooLarge',
  414: 'badInput',
  415: 'wrongType',
  429: 'tooMany',
}

/** The client gets a code, the log the whole error. */
function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof DatabaseUnavailable) return sendUnavailable(error, request, reply, 'database unavailable')
  if (isDiskFull(error)) return sendUnavailable(error, request, reply, 'no space is left on the disk')
  const status = 'statusCode' in error && error.statusCode && error.statusCode < 500 ? error.statusCode : 500
  if (status === 500) request.log.error({ err: error }, 'request failed')
  if (status === 429) request.log.info({ event: 'tooMany', route: routeOf(request) }, 'security')
  const body = new Refused(FAULTS[status] ?? (status === 500 ? 'internal' : 'badInput'), status).body
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ ...body, ...(status === 500 && { id: request.id }) })
}
