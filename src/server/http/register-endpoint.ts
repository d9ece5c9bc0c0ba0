import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assert } from 'superstruct'
import { isCountry } from '#contract/fields/countries.ts'
import type { Endpoint, FaultOf, InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import { localeOf, type Locale } from '#contract/text/locale.ts'
import { securityEvent } from '../runtime/security-event.ts'
import { browserName } from './browser-name.ts'
import { buyerOf, guestBuyerOf, type Buyer } from './buyer.ts'
import { BODY_BYTES, readInput } from './read-input.ts'
import { Refused } from './refused.ts'
import { deskRefusal, isForeign, staffFor, type StaffCaller } from './staff.ts'
import { isFailure, isRetryAfter, type Failure, type RetryAfter } from '../runtime/failure.ts'

/** `session`: the hash of the token, as the table stores it. */
export type Caller = { userId: number; session: Buffer }
/** The client's address and country as the trusted proxy reports them, the language for mails, and the browser in words. */
export type ClientInfo = { address: string; locale: Locale; browser?: string; country?: string | undefined }
export type Guard = {
  /** The owner of a session token. */
  callerOf(token: string): Promise<Caller | undefined>
  /** The owner of a session at the desk. */
  staffOf: (token: string) => Promise<StaffCaller | undefined>
  /** `hasLink`: the token of a mailed link is enough. */
  giverOf(token: string, hasLink: boolean): Promise<number | undefined>
  /** Counts a request of an address, over all processes. */
  limit(endpoint: Endpoint, address: string, limit: { calls: number; minutes: number }): Promise<RetryAfter | undefined>
  runOnce: RunOnce
  checkReplies: boolean
  /** The site whose pages may read the headers of a reply. */
  siteOrigin: string
  /** The header in which the proxy names the country of a network. Absent: no header is believed. */
  countryHeader?: string | undefined
  /** Endpoints that have a handler. */
  registered: Set<Endpoint>
}
/** Runs the work once per key; later requests get the stored reply. */
export type RunOnce = (key: string[], payload: string, work: () => Promise<object>) => Promise<object>

/** A reply with headers that the endpoint declares. */
export class WithHeaders<Body extends object> {
  readonly body: Body
  readonly headers: Record<string, string>
  constructor(body: Body, headers: Record<string, string>) {
    this.body = body
    this.headers = headers
  }
}

/** A whole reply that is JSON already, in UTF-8. */
export class JsonText {
  readonly text: Buffer
  constructor(text: Buffer) {
    this.text = text
  }
}

type Refuse<E extends Endpoint> = (
  fault: FaultOf<E>,
  status: number,
  fields?: Record<string, string>,
  seconds?: number,
) => Refused
/** `registerEndpoint` adds `status: true`, unless the endpoint has a status of another type. */
type BodyOf<E extends Endpoint> =
  ReplyOf<E> extends { status: string } ? ReplyOf<E> : Omit<ReplyOf<E>, 'status'> & { status?: boolean }
type Refusal<E extends Endpoint> = Refused | Failure<FaultOf<E>> | RetryAfter
type Result<E extends Endpoint> = BodyOf<E> | WithHeaders<BodyOf<E>> | JsonText | Refusal<E>
export type CallerOf<E extends Endpoint> = E['auth'] extends 'user'
  ? Caller
  : E['auth'] extends 'buyer'
    ? Buyer
    : E['auth'] extends 'staff'
      ? StaffCaller
      : E['auth'] extends 'anyone'
        ? Caller | undefined
        : undefined
type Handler<E extends Endpoint> = (
  input: InputOf<E>,
  refuse: Refuse<E>,
  caller: CallerOf<E>,
  client: ClientInfo,
) => Promise<Result<E>> | Result<E>
type AnyCaller = Caller | Buyer | StaffCaller | undefined
type Call = { guard: Guard; endpoint: Endpoint; caller: AnyCaller }
/** Limits of one address: requests per minute at each process, or requests per period over all processes. */
type Options = { limitPerMinute?: number; limit?: { calls: number; minutes: number } }

/** Registers the handler of an endpoint: checks who may call, validates the input strictly, and sends the reply or a declared fault. */
export function registerEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { limitPerMinute, limit }: Options = {},
): void {
  app.guard.registered.add(endpoint)
  const refuse: Refuse<E> = (fault, status, fields, seconds) => new Refused(fault, status, fields, seconds)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.maxBytes ?? BODY_BYTES,
    ...(limitPerMinute && { config: { rateLimit: { max: limitPerMinute, timeWindow: 60_000 } } }),
    async handler(request, reply) {
      const retryAfter = limit && (await app.guard.limit(endpoint, request.ip, limit))
      if (retryAfter) return sendResult({ guard: app.guard, endpoint, caller: undefined }, request, reply, retryAfter)
      const caller = await callerFor(app.guard, endpoint, request)
      if (AUTHENTICATED.has(endpoint.auth) && !caller)
        return sendResult({ guard: app.guard, endpoint, caller }, request, reply, new Refused('signedOut', 401))
      const refusal = refusalAtDesk(app.guard, endpoint, caller, request)
      if (refusal) return sendResult({ guard: app.guard, endpoint, caller }, request, reply, refusal)
      const input = readInput(endpoint, request, request.body)
      if (input instanceof Refused) return sendRefusal(reply, input)
      const result = await runOnce(app.guard, endpoint, request, caller, () =>
        Promise.resolve(
          handler(input as InputOf<E>, refuse, caller as CallerOf<E>, clientInfoOf(request, app.guard.countryHeader)),
        ),
      )
      return sendResult({ guard: app.guard, endpoint, caller }, request, reply, result)
    },
  })
}

/** Signing in is an endpoint for everybody, but not for the pages of other sites. */
function refusalAtDesk(
  { siteOrigin }: Guard,
  endpoint: Endpoint,
  caller: AnyCaller,
  request: FastifyRequest,
): Refused | undefined {
  if (caller && 'role' in caller) return deskRefusal(endpoint, caller, request, siteOrigin)
  return endpoint.path.startsWith('/api/desk/') && isForeign(request, siteOrigin)
    ? new Refused('refused', 403)
    : undefined
}

/** Sends the reply of an endpoint, or its refusal. */
export function sendResult(
  { guard, endpoint, caller }: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  result: object,
): FastifyReply {
  const refused = refusalOf(result)
  const event = securityEvent(endpoint, refused?.body ?? result)
  if (event) request.log.info({ event, route: endpoint.path }, 'security')
  if (refused) return sendRefusal(reply, refused)
  // Browsers may cache public reads but revalidate them by ETag.
  reply.header('cache-control', endpoint.method === 'GET' && !caller ? 'no-cache' : 'private, no-store')
  if (result instanceof JsonText) return sendText(guard, endpoint, reply, result)
  const { body: content, headers } = result instanceof WithHeaders ? result : { body: result, headers: undefined }
  const body: object = { status: true, ...content }
  if (guard.checkReplies) assert(body, endpoint.reply)
  if (headers) expose(guard, request, reply.headers(headers), Object.keys(headers))
  return reply.send(body)
}

function sendText({ checkReplies }: Guard, endpoint: Endpoint, reply: FastifyReply, { text }: JsonText): FastifyReply {
  if (checkReplies) assert(JSON.parse(text.toString()), endpoint.reply)
  return reply.type('application/json; charset=utf-8').send(text)
}

/** Lets only pages of the site read the headers when the API is on another host. */
function expose({ siteOrigin }: Guard, { headers }: FastifyRequest, reply: FastifyReply, names: string[]): void {
  reply.header('vary', 'origin')
  if (headers.origin === siteOrigin)
    reply.headers({ 'access-control-allow-origin': siteOrigin, 'access-control-expose-headers': names.join(', ') })
}

/** Other faults answer 422. */
const STATUS: Record<string, number> = {
  badInput: 400,
  inFlight: 409,
  changedMeanwhile: 409,
  signedOut: 401,
  refused: 403,
  stepUp: 403,
  noAccess: 403,
  notFound: 404,
  alreadyUndone: 409,
  linkExpired: 410,
  notServed: 501,
}

function refusalOf(result: object): Refused | undefined {
  if (result instanceof Refused) return result
  if (isRetryAfter(result)) return new Refused('tooMany', 429, undefined, result.retryAfter)
  return isFailure(result) ? new Refused(result.fault, STATUS[result.fault] ?? 422, result.fields) : undefined
}

export function sendRefusal(reply: FastifyReply, { status, body }: Refused): FastifyReply {
  if (body.seconds) reply.header('retry-after', body.seconds)
  return reply.code(status).header('cache-control', 'no-store').send(body)
}

export function clientInfoOf({ ip, headers }: FastifyRequest, countryHeader: string | undefined): ClientInfo {
  const country = countryHeader && String(headers[countryHeader] ?? '').toUpperCase()
  return {
    address: ip,
    locale: localeOf(headers['accept-language']),
    browser: browserName(headers['user-agent']),
    ...(country && isCountry(country) && { country }),
  }
}

const AUTHENTICATED = new Set(['user', 'buyer', 'staff'])

/** Whoever the endpoint is for; undefined when it was not them. */
export function callerFor(
  guard: Guard,
  { auth, method, giverLink = method === 'GET' }: Endpoint,
  request: FastifyRequest,
): Promise<AnyCaller> {
  if (auth === 'staff') return staffFor(guard.staffOf, request)
  if (auth === 'buyer') return buyerFor(guard, request, giverLink)
  return auth === 'user' || auth === 'anyone' ? callerOf(guard, request) : Promise.resolve(undefined)
}

async function buyerFor(guard: Guard, request: FastifyRequest, hasLink: boolean): Promise<Buyer | undefined> {
  const caller = await callerOf(guard, request)
  if (caller) return buyerOf(caller.userId)
  const token = /^Gift ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
  const giverId = token && (await guard.giverOf(token, hasLink))
  return giverId ? guestBuyerOf(giverId) : undefined
}

/** Requests of one caller and endpoint under one idempotency key run once. */
async function runOnce(
  guard: Guard,
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: AnyCaller,
  work: () => Promise<object>,
): Promise<object> {
  const key = request.headers['idempotency-key']
  if (!endpoint.idempotent || !caller || key === undefined) return work()
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key))
    return { fault: 'badInput', fields: { 'idempotency-key': 'size' } }
  const owner = 'role' in caller ? `s${caller.staffId}` : 'owner' in caller ? caller.owner : `u${caller.userId}`
  return guard.runOnce([owner, endpoint.path, key], JSON.stringify(request.body), work)
}

export async function callerOf(guard: Guard, request: FastifyRequest): Promise<Caller | undefined> {
  const token = /^Token ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
  return token ? guard.callerOf(token) : undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    guard: Guard
  }
}
