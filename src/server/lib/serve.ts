import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assert, validate } from 'superstruct'
import { faultsOf, type Endpoint, type FaultOf, type InputOf, type Locale, type Refusal, type ReplyOf } from '#contract/index.ts'
import { isFailure, isWait, type Failure, type Wait } from './outcome.ts'

/** `session` is what the token is kept as. */
export type Caller = { userId: number; session: Buffer }
/** Where a call comes from: its address as the trusted proxy tells it, and the language its answer by mail should have. */
export type Origin = { address: string; locale: Locale }
export type Guard = {
  /** Who a session token belongs to. */
  callerOf(token: string): Promise<Caller | undefined>
  checkReplies: boolean
  /** Rows that have a route. */
  served: Set<Endpoint>
}
export class Refused {
  readonly status: number
  readonly body: Refusal
  constructor(fault: string, status: number, fields?: Record<string, string>, seconds?: number) {
    this.status = status
    this.body = { status: false, fault, ...(fields && { fields }), ...(seconds && { seconds }) }
  }
}

type Refuse<E extends Endpoint> = (fault: FaultOf<E>, status: number, fields?: Record<string, string>, seconds?: number) => Refused
/** `status: true` is added for the route, where the row has no status of another kind. */
type Answer<E extends Endpoint> =
  (ReplyOf<E> extends { status: string } ? ReplyOf<E> : Omit<ReplyOf<E>, 'status'> & { status?: boolean }) | Refused | Failure<FaultOf<E>> | Wait
type CallerOf<E extends Endpoint> = E['auth'] extends 'user' ? Caller : undefined
export type Handler<E extends Endpoint> = (input: InputOf<E>, refuse: Refuse<E>, caller: CallerOf<E>, origin: Origin) => Promise<Answer<E>> | Answer<E>
/** Calls of one address: so many in so many minutes. */
export type Options = { limitPerMinute?: number; limit?: { calls: number; minutes: number } }

/** Serves a row: strict input, its right to call, its faults and nothing else, its reply. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  row: E,
  handler: Handler<E>,
  { limitPerMinute, limit = limitPerMinute ? { calls: limitPerMinute, minutes: 1 } : undefined }: Options = {},
): void {
  app.guard.served.add(row)
  const refuse: Refuse<E> = (fault, status, fields, seconds) => new Refused(fault, status, fields, seconds)
  app.route({
    method: row.method,
    url: row.path,
    ...(limit && { config: { rateLimit: { max: limit.calls, timeWindow: limit.minutes * 60_000 } } }),
    async handler(request, reply) {
      const caller = row.auth === 'user' ? await callerOf(app.guard, request) : undefined
      if (row.auth === 'user' && !caller) return sendRefusal(reply, new Refused('signedOut', 401))
      const input = readInput(row, request)
      if (input instanceof Refused) return sendRefusal(reply, input)
      const answer = await handler(input as InputOf<E>, refuse, caller as CallerOf<E>, originOf(request))
      const refused = refusalOf(answer)
      if (refused) return sendRefusal(reply, refused)
      const body: object = { status: true, ...(answer as object) }
      if (app.guard.checkReplies) assert(body, row.reply)
      // Public reads may be kept but are asked for again: the ETag answers.
      return reply.header('cache-control', row.method === 'GET' && row.auth !== 'user' ? 'no-cache' : 'private, no-store').send(body)
    },
  })
}

/** What is not in here is 422: understood, and not done. */
const STATUS: Record<string, number> = { badInput: 400, signedOut: 401, refused: 403, linkExpired: 410, notServed: 501 }

function refusalOf(answer: object): Refused | undefined {
  if (answer instanceof Refused) return answer
  if (isWait(answer)) return new Refused('tooMany', 429, undefined, answer.wait)
  return isFailure(answer) ? new Refused(answer.fault, STATUS[answer.fault] ?? 422, answer.fields) : undefined
}

function sendRefusal(reply: FastifyReply, { status, body }: Refused): FastifyReply {
  if (body.seconds) reply.header('retry-after', body.seconds)
  return reply.code(status).header('cache-control', 'no-store').send(body)
}

function originOf({ ip, headers }: FastifyRequest): Origin {
  return { address: ip, locale: /^mr\b/i.test(headers['accept-language'] ?? '') ? 'mr' : 'en' }
}

function readInput(row: Endpoint, request: FastifyRequest): unknown {
  const { params, query, body } = request as { params: object; query: object; body: unknown }
  const sent = row.method === 'GET' ? query : (body ?? {})
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return new Refused('badInput', 400)
  const twice = Object.keys(sent).filter((name) => Object.hasOwn(params, name))
  if (twice.length > 0) return new Refused('badInput', 400, Object.fromEntries(twice.map((name) => [name, 'unknown'])))
  // PostgreSQL stores every text but one with a NUL in it.
  if (/(?<!\\)(?:\\\\)*\\u0000/.test(JSON.stringify([sent, params]))) return new Refused('badInput', 400)
  const [error, input] = validate({ ...sent, ...params }, row.input, { coerce: true })
  return error ? new Refused('badInput', 400, faultsOf(error)) : input
}

async function callerOf(guard: Guard, request: FastifyRequest): Promise<Caller | undefined> {
  const token = /^Token ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
  return token ? guard.callerOf(token) : undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    guard: Guard
  }
}
