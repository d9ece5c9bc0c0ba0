import type { Infer, Struct } from 'superstruct'

/**
 * Guest labels only route and count; they never grant anything (protocols 4.3). `user` needs a session token, `anyone` may send
 * one and is told more. `buyer` is a listener with a session token, or a guest who gives with the token of `addGiftingUser`,
 * sent as `Authorization: Gift …`.
 */
export type Auth =
  | 'public'
  | 'guest-login'
  | 'guest-signup'
  | 'guest-mobile-login'
  | 'guest-subscription'
  | 'guest-product'
  | 'guest-contact'
  | 'guest-search'
  | 'guest-dashboard'
  | 'guest-index'
  | 'anyone'
  | 'user'
  | 'buyer'

export type Method = 'GET' | 'POST' | 'PUT'

// oxlint-disable-next-line no-explicit-any -- the generic plumbing of the contract: rows keep their own types
type AnyStruct = Struct<any, any>

/** One call: path, method, who may call, what goes in, what comes out and how it may refuse are written here and nowhere else. */
export type Endpoint<
  Input extends AnyStruct = AnyStruct,
  Reply extends AnyStruct = AnyStruct,
  Faults extends string = string,
> = {
  auth: Auth
  method: Method
  /** `:name` parts are taken from the input; the rest of the input is the query (GET) or the JSON body. */
  path: string
  /** Strict: unknown keys are refused. */
  input: Input
  /** Tolerant: cached pages outlive a server release. */
  reply: Reply
  faults: readonly Faults[]
  /** Body is multipart/form-data: the struct names its text fields, and one file may come beside them, of so many bytes at most. */
  multipart?: { file: string; maxBytes: number }
  /** May be sent with the header `Idempotency-Key`: the second time the first answer comes again. */
  idempotent?: boolean
  /** Of the reply, besides the body: only pages of the storefront may read them. */
  headers?: readonly string[]
  summary: string
}

export type InputOf<E extends Endpoint> = Infer<E['input']>
export type ReplyOf<E extends Endpoint> = Infer<E['reply']>
/** What every call may answer besides its own faults. */
export type CommonFault =
  | 'badInput'
  | 'tooMany'
  | 'tooLarge'
  | 'maintenance'
  | 'internal'
  | 'signedOut'
  | 'notServed'
  | 'wrongType'
  /** An Idempotency-Key that was used for something else, or whose first call is still under way. */
  | 'keyReused'
  | 'inFlight'
export type FaultOf<E extends Endpoint> = E['faults'][number] | CommonFault

/** The body of every refusal. `fields` names the input fields at fault with a code each; `seconds` when to try again (tooMany). */
export type Refusal = { status: false; fault: string; fields?: Record<string, string>; seconds?: number }

export function endpoint<
  Input extends AnyStruct,
  Reply extends AnyStruct,
  const Who extends Auth,
  const Faults extends readonly string[] = [],
>(
  row: Omit<Endpoint<Input, Reply>, 'faults' | 'auth'> & { auth: Who; faults?: Faults },
): Endpoint<Input, Reply, Faults[number]> & { auth: Who } {
  return { ...row, faults: row.faults ?? [] }
}
