import { assert } from 'superstruct'
import wretch, { type WretchError } from 'wretch'
import { retry } from 'wretch/middlewares/retry'
import type { Endpoint, FaultOf, InputOf, Refusal, ReplyOf } from '#contract/http/endpoint.ts'
import { randomHex } from './hex.ts'

/** Faults that the client finds itself. */
type ClientFault = 'offline' | 'badReply'
export type CallResult<E extends Endpoint> =
  /** `headers`: those that the endpoint names. */
  | { ok: true; value: ReplyOf<E>; headers: Record<string, string> }
  /** `seconds`: when to try again (tooMany). */
  | { ok: false; fault: FaultOf<E> | ClientFault; fields?: Record<string, string>; seconds?: number }

type ClientOptions = {
  /** Origin of the API; empty in the browser. */
  base: string
  fetch?: typeof fetch
  /** Token of the session, and of a guest who buys a gift; `giverLink` is of one order and goes before both. `refused` is called when the server no longer accepts the session; `stop` aborts what was sent with its token. */
  credentials?: {
    token(): Promise<string | undefined>
    giver?(): string | undefined
    giverLink?(): string | undefined
    refused(token: string): void
    stop?(): AbortSignal
  }
  /** Language of the mails and messages that a call triggers. */
  language?: () => string
  /** How often a read, or a write with an `Idempotency-Key`, is tried; other writes are sent once. */
  attempts?: number
}

export type Call = <E extends Endpoint>(row: E, input: InputOf<E>, signal?: AbortSignal) => Promise<CallResult<E>>

const KEY = 'idempotency-key'

/** Fills the `:name` parts of the path from the input and returns the rest for query or body. */
export function addressOf(
  row: Endpoint,
  input: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
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

/** The request builder. Reads and idempotent writes are repeated after a network or server error. */
function apiAt(base: string, attempts: number, fetcher?: typeof fetch) {
  const patient = retry({
    delayTimer: 300,
    delayRamp: (delay, tried) => delay * 3 ** (tried - 1),
    maxAttempts: attempts,
    retryOnNetworkError: true,
    resolveWithLatestResponse: true,
    skip: (_, { method, headers }) => method !== 'GET' && !(headers && KEY in headers),
    // An aborted read is not repeated; `response` is null after a network error.
    until: (response, error) => error?.name === 'AbortError' || (!!response && response.status < 500),
  })
  const plain = wretch(base).middlewares([patient])
  return fetcher ? plain.fetchPolyfill(fetcher) : plain
}

/** Creates `call`, the only API client of build, browser and tests. Expected failures are values; it never throws. */
export function createClient({ base, fetch: fetcher, credentials, language, attempts = 3 }: ClientOptions): Call {
  const api = apiAt(base, attempts, fetcher)

  return async function call(row, input, signal) {
    const { path, rest } = addressOf(row, input)
    const link =
      row.auth === 'buyer' && (row.giverLink ?? row.method === 'GET') ? credentials?.giverLink?.() : undefined
    const token =
      !link && (row.auth === 'user' || row.auth === 'anyone' || row.auth === 'buyer')
        ? await credentials?.token()
        : undefined
    const giver = link ?? (!token && row.auth === 'buyer' && credentials?.giver?.())
    const request = api
      .url(path)
      .headers({
        authorization: token ? `Token ${token}` : giver ? `Gift ${giver}` : `Guest ${row.auth}`,
        ...(language && { 'accept-language': language() }),
        ...(row.idempotent && { [KEY]: randomHex(16) }),
      })
      .options(fetchOptions(row, [signal, token ? credentials?.stop?.() : undefined]))
    try {
      const response = await (row.method === 'GET' ? request : request.json(rest)).fetch(row.method).res()
      const value: unknown = await response.json()
      assert(value, row.reply)
      return {
        ok: true,
        value,
        headers: Object.fromEntries((row.headers ?? []).map((name) => [name, response.headers.get(name) ?? ''])),
      }
    } catch (error) {
      const refused: CallResult<typeof row> & { ok: false } = refusalOf(error)
      if (token && refused.fault === 'signedOut') credentials?.refused(token)
      return refused
    }
  }
}

function fetchOptions(row: Endpoint, given: (AbortSignal | undefined)[]): RequestInit {
  const signals = given.filter((one) => one !== undefined)
  return {
    // A browser without `any` hears the first: the caller's own.
    signal: AbortSignal.any?.(signals) ?? signals[0] ?? null,
    // The desk is called with its cookie, also when the API has a host of its own.
    ...(row.auth === 'staff' && { credentials: 'include' }),
    // A write on leaving the page must still arrive; browsers take at most 64 KB that way.
    ...(row.method !== 'GET' && !row.maxBytes && { keepalive: true }),
  }
}

/** A network error has no status; a proxy's page, a cut body or a wrong shape is a bad reply. */
function refusalOf<E extends Endpoint>(error: unknown): CallResult<E> & { ok: false } {
  if (error instanceof SyntaxError || (error instanceof Error && error.name === 'StructError'))
    return { ok: false, fault: 'badReply' }
  return isAnswer(error) ? refusalIn(error.message) : { ok: false, fault: 'offline' }
}

/** Reads the fault from the body of an error status. */
export function refusalIn<E extends Endpoint>(text: string): CallResult<E> & { ok: false } {
  try {
    const body = JSON.parse(text) as Partial<Refusal>
    if (typeof body.fault !== 'string') return { ok: false, fault: 'badReply' }
    const { fields, seconds } = body
    return { ok: false, fault: body.fault as FaultOf<E>, ...(fields && { fields }), ...(seconds && { seconds }) }
  } catch {
    return { ok: false, fault: 'badReply' }
  }
}

const isAnswer = (error: unknown): error is WretchError => error instanceof Error && 'status' in error
