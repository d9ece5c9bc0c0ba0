import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assert, validate } from 'superstruct'
import { faultsOf } from '#contract/fields.ts'
import type { Endpoint, FaultOf, InputOf, Refusal, ReplyOf } from '#contract/endpoint.ts'
import type { Locale } from '#contract/text.ts'
import { securityEvent } from '../runtime/security-event.ts'
import { buyerOf, giverOf, type Buyer } from './buyer.ts'
import { isFailure, isWait, type Failure, type Wait } from '../runtime/failure.ts'

/** `session` is what the token is kept as. */
export type Caller = { userId: number; session: Buffer }
/** Where a call comes from: its address as the trusted proxy tells it, and the language its answer by mail should have. */
export type Origin = { address: string; locale: Locale }
export type Guard = {
  /** Who a session token belongs to. */
  callerOf(token: string): Promise<Caller | undefined>
  gifterOf(token: string): Promise<number | undefined>
  /** Counts a call of an address, at whichever process it comes. */
  limited(row: Endpoint, address: string, limit: { calls: number; minutes: number }): Promise<Wait | undefined>
  once: Once
  checkReplies: boolean
  /** Whose pages may read headers of a reply. */
  siteOrigin: string
  /** Rows that have a route. */
  served: Set<Endpoint>
}
/** Does the work once for a key; later calls get the first answer. */
export type Once = (key: string[], payload: string, work: () => Promise<object>) => Promise<object>
export class Refused {
  readonly status: number
  readonly body: Refusal
  constructor(fault: string, status: number, fields?: Record<string, string>, seconds?: number) {
    this.status = status
    this.body = { status: false, fault, ...(fields && { fields }), ...(seconds && { seconds }) }
  }
}

/** An answer with headers that its row names. */
export class WithHeaders<Said extends object> {
  readonly body: Said
  readonly headers: Record<string, string>
  constructor(body: Said, headers: Record<string, string>) {
    this.body = body
    this.headers = headers
  }
}

type Refuse<E extends Endpoint> = (
  fault: FaultOf<E>,
  status: number,
  fields?: Record<string, string>,
  seconds?: number,
) => Refused
/** `status: true` is added for the route, where the row has no status of another kind. */
type Body<E extends Endpoint> =
  ReplyOf<E> extends { status: string } ? ReplyOf<E> : Omit<ReplyOf<E>, 'status'> & { status?: boolean }
type Answer<E extends Endpoint> = Body<E> | WithHeaders<Body<E>> | Refused | Failure<FaultOf<E>> | Wait
type CallerOf<E extends Endpoint> = E['auth'] extends 'user'
  ? Caller
  : E['auth'] extends 'buyer'
    ? Buyer
    : E['auth'] extends 'anyone'
      ? Caller | undefined
      : undefined
export type Handler<E extends Endpoint> = (
  input: InputOf<E>,
  refuse: Refuse<E>,
  caller: CallerOf<E>,
  origin: Origin,
) => Promise<Answer<E>> | Answer<E>
type Asked = { guard: Guard; row: Endpoint; caller: Caller | Buyer | undefined }
/** Calls of one address: so many a minute at each process, or so many in so many minutes at all together. */
export type Options = { limitPerMinute?: number; limit?: { calls: number; minutes: number } }

/** Serves a row: strict input, its right to call, its faults and nothing else, its reply. */
export function registerEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  row: E,
  handler: Handler<E>,
  { limitPerMinute, limit }: Options = {},
): void {
  app.guard.served.add(row)
  const refuse: Refuse<E> = (fault, status, fields, seconds) => new Refused(fault, status, fields, seconds)
  app.route({
    method: row.method,
    url: row.path,
    ...(limitPerMinute && { config: { rateLimit: { max: limitPerMinute, timeWindow: 60_000 } } }),
    async handler(request, reply) {
      const wait = limit && (await app.guard.limited(row, request.ip, limit))
      if (wait) return sendAnswer({ guard: app.guard, row, caller: undefined }, request, reply, wait)
      const caller = await whoCalls(app.guard, row, request)
      if (NEEDED.has(row.auth) && !caller)
        return sendAnswer({ guard: app.guard, row, caller }, request, reply, new Refused('signedOut', 401))
      const input = readInput(row, request, request.body)
      if (input instanceof Refused) return sendRefusal(reply, input)
      const answer = await onceOnly(app.guard, row, request, caller, () =>
        Promise.resolve(handler(input as InputOf<E>, refuse, caller as CallerOf<E>, originOf(request))),
      )
      return sendAnswer({ guard: app.guard, row, caller }, request, reply, answer)
    },
  })
}

/** The reply of a row, or its refusal. */
export function sendAnswer(
  { guard, row, caller }: Asked,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: object,
): FastifyReply {
  const refused = refusalOf(answer)
  const event = securityEvent(row, refused?.body ?? answer)
  if (event) request.log.info({ event, route: row.path }, 'security')
  if (refused) return sendRefusal(reply, refused)
  const { body: said, headers } = answer instanceof WithHeaders ? answer : { body: answer, headers: undefined }
  const body: object = { status: true, ...said }
  if (guard.checkReplies) assert(body, row.reply)
  if (headers) expose(guard, request, reply.headers(headers), Object.keys(headers))
  // Public reads may be kept but are asked for again: the ETag answers.
  return reply.header('cache-control', row.method === 'GET' && !caller ? 'no-cache' : 'private, no-store').send(body)
}

/** A browser shows headers of another host to the storefront only. */
function expose({ siteOrigin }: Guard, { headers }: FastifyRequest, reply: FastifyReply, names: string[]): void {
  reply.header('vary', 'origin')
  if (headers.origin === siteOrigin)
    reply.headers({ 'access-control-allow-origin': siteOrigin, 'access-control-expose-headers': names.join(', ') })
}

/** What is not in here is 422: understood, and not done. */
const STATUS: Record<string, number> = {
  badInput: 400,
  inFlight: 409,
  signedOut: 401,
  refused: 403,
  noAccess: 403,
  notFound: 404,
  linkExpired: 410,
  notServed: 501,
}

function refusalOf(answer: object): Refused | undefined {
  if (answer instanceof Refused) return answer
  if (isWait(answer)) return new Refused('tooMany', 429, undefined, answer.wait)
  return isFailure(answer) ? new Refused(answer.fault, STATUS[answer.fault] ?? 422, answer.fields) : undefined
}

export function sendRefusal(reply: FastifyReply, { status, body }: Refused): FastifyReply {
  if (body.seconds) reply.header('retry-after', body.seconds)
  return reply.code(status).header('cache-control', 'no-store').send(body)
}

function originOf({ ip, headers }: FastifyRequest): Origin {
  return { address: ip, locale: /^mr\b/i.test(headers['accept-language'] ?? '') ? 'mr' : 'en' }
}

export function readInput(row: Endpoint, request: FastifyRequest, body: unknown): unknown {
  const { params, query } = request as { params: object; query: object }
  const sent = row.method === 'GET' ? query : (body ?? {})
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return new Refused('badInput', 400)
  const twice = Object.keys(sent).filter((name) => Object.hasOwn(params, name))
  if (twice.length > 0) return new Refused('badInput', 400, Object.fromEntries(twice.map((name) => [name, 'unknown'])))
  // PostgreSQL stores every text but one with a NUL in it.
  if (/(?<!\\)(?:\\\\)*\\u0000/.test(JSON.stringify([sent, params]))) return new Refused('badInput', 400)
  const [error, input] = validate({ ...sent, ...params }, row.input, { coerce: true })
  return error ? new Refused('badInput', 400, faultsOf(error)) : input
}

const NEEDED = new Set(['user', 'buyer'])

function whoCalls(guard: Guard, { auth }: Endpoint, request: FastifyRequest): Promise<Caller | Buyer | undefined> {
  if (auth === 'buyer') return whoBuys(guard, request)
  return auth === 'user' || auth === 'anyone' ? callerOf(guard, request) : Promise.resolve(undefined)
}

async function whoBuys(guard: Guard, request: FastifyRequest): Promise<Buyer | undefined> {
  const caller = await callerOf(guard, request)
  if (caller) return buyerOf(caller.userId)
  const token = /^Gift ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
  const gifterId = token && (await guard.gifterOf(token))
  return gifterId ? giverOf(gifterId) : undefined
}

/** Two calls under one key, of one caller and for the same thing, are one call. */
async function onceOnly(
  guard: Guard,
  row: Endpoint,
  request: FastifyRequest,
  caller: Caller | Buyer | undefined,
  work: () => Promise<object>,
): Promise<object> {
  const key = request.headers['idempotency-key']
  if (!row.idempotent || !caller || key === undefined) return work()
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key))
    return { fault: 'badInput', fields: { 'idempotency-key': 'size' } }
  const owner = 'owner' in caller ? caller.owner : `u${caller.userId}`
  return guard.once([owner, row.path, key], JSON.stringify(request.body), work)
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
