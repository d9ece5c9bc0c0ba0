import { assert } from 'superstruct'
import wretch, { type WretchError } from 'wretch'
import { retry } from 'wretch/middlewares/retry'
import type { Endpoint, FaultOf, InputOf, Refusal, ReplyOf } from '#contract/index.ts'

/** What the client itself can find wrong. */
export type ClientFault = 'offline' | 'badReply'
export type Called<E extends Endpoint> = { ok: true; value: ReplyOf<E> } | { ok: false; fault: FaultOf<E> | ClientFault; fields?: Record<string, string> }

export type ClientOptions = {
  /** Origin of the API; empty in the browser. */
  base: string
  fetch?: typeof fetch
  /** Session token of the listener. */
  token?: () => string | undefined
  /** Times a read is tried; writes are sent once. */
  attempts?: number
}

export type Call = <E extends Endpoint>(row: E, input: InputOf<E>, signal?: AbortSignal) => Promise<Called<E>>

/** Fills `:name` parts of the path from the input and gives back what is left for the query or body. */
function addressOf(row: Endpoint, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (row.method !== 'GET') return { path, rest }
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(rest)) if (value !== undefined) query.set(key, String(value))
  return { path: query.size > 0 ? `${path}?${query}` : path, rest: {} }
}

/** Makes `call`: the one way to the API for build, browser and tests. Expected failures are values; it never throws. */
export function createClient({ base, fetch: fetcher, token, attempts = 3 }: ClientOptions): Call {
  const patient = retry({
    delayTimer: 300,
    delayRamp: (delay, tried) => delay * 3 ** (tried - 1),
    maxAttempts: attempts,
    retryOnNetworkError: true,
    resolveWithLatestResponse: true,
    skip: (_, { method }) => method !== 'GET',
    // An aborted read is finished too; null comes with a network error.
    until: (response, error) => error?.name === 'AbortError' || (!!response && response.status < 500),
  })
  const plain = wretch(base).middlewares([patient])
  const api = fetcher ? plain.fetchPolyfill(fetcher) : plain

  return async function call(row, input, signal) {
    const { path, rest } = addressOf(row, input)
    const secret = token?.()
    const request = api
      .url(path)
      .headers({ authorization: secret ? `Token ${secret}` : `Guest ${row.auth}` })
      .options(signal ? { signal } : {})
    try {
      const value: unknown = await (row.method === 'GET' ? request : request.json(rest)).fetch(row.method).json()
      assert(value, row.reply)
      return { ok: true, value }
    } catch (error) {
      return refusalOf(error)
    }
  }
}

/** A network error has no status; an answer that is not ours (a proxy's page, half a body, a wrong shape) is a bad reply. */
function refusalOf<E extends Endpoint>(error: unknown): Called<E> & { ok: false } {
  if (error instanceof SyntaxError || (error instanceof Error && error.name === 'StructError')) return { ok: false, fault: 'badReply' }
  if (!isAnswer(error)) return { ok: false, fault: 'offline' }
  try {
    const body = JSON.parse(error.message) as Partial<Refusal>
    if (typeof body.fault !== 'string') return { ok: false, fault: 'badReply' }
    return { ok: false, fault: body.fault as FaultOf<E>, ...(body.fields ? { fields: body.fields } : {}) }
  } catch {
    return { ok: false, fault: 'badReply' }
  }
}

const isAnswer = (error: unknown): error is WretchError => error instanceof Error && 'status' in error
