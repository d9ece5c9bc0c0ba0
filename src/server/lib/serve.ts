import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assert, validate } from 'superstruct'
import { faultsOf, type Endpoint, type FaultOf, type InputOf, type Refusal, type ReplyOf } from '#contract/index.ts'

export type Caller = { userId: number }
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
  constructor(fault: string, status: number, fields?: Record<string, string>) {
    this.status = status
    this.body = { status: false, fault, ...(fields && { fields }) }
  }
}

type Refuse<E extends Endpoint> = (fault: FaultOf<E>, status: number, fields?: Record<string, string>) => Refused
/** `status: true` is added for the route. */
type Answer<E extends Endpoint> = Omit<ReplyOf<E>, 'status'> | Refused
type CallerOf<E extends Endpoint> = E['auth'] extends 'user' ? Caller : undefined
export type Handler<E extends Endpoint> = (input: InputOf<E>, refuse: Refuse<E>, caller: CallerOf<E>) => Promise<Answer<E>> | Answer<E>
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
  const refuse: Refuse<E> = (fault, status, fields) => new Refused(fault, status, fields)
  app.route({
    method: row.method,
    url: row.path,
    ...(limit && { config: { rateLimit: { max: limit.calls, timeWindow: limit.minutes * 60_000 } } }),
    async handler(request, reply) {
      const caller = row.auth === 'user' ? await callerOf(app.guard, request) : undefined
      if (row.auth === 'user' && !caller) return reply.code(401).send(new Refused('signedOut', 401).body)
      const input = readInput(row, request)
      if (input instanceof Refused) return reply.code(input.status).send(input.body)
      const answer = await handler(input as InputOf<E>, refuse, caller as CallerOf<E>)
      if (answer instanceof Refused) return reply.code(answer.status).send(answer.body)
      const body = { status: true, ...answer }
      if (app.guard.checkReplies) assert(body, row.reply)
      // Public reads may be kept but are asked for again: the ETag answers.
      return reply.header('cache-control', row.method === 'GET' && row.auth !== 'user' ? 'no-cache' : 'private, no-store').send(body)
    },
  })
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
