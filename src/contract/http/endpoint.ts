import type { Infer, Struct } from 'superstruct'
import type { Role } from '../desk/staff/roles.ts'

/**
 * Who may call an endpoint. Guest labels only select a rate limit; they grant nothing. `user` needs a session token;
 * `anyone` may send one and then gets more. `buyer` is a listener with a session token, or a guest with the gift token of
 * `addGiftingUser`, sent as `Authorization: Gift …`. `staff` needs the cookie of a session at the desk, and one of `roles`.
 */
type Auth =
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
  | 'staff'

type Method = 'GET' | 'POST' | 'PUT'

// oxlint-disable-next-line no-explicit-any -- generic part of the contract: every endpoint keeps its own types
type AnyStruct = Struct<any, any>

/** The only definition of a call: path, method, who may call, input, reply and faults. */
export type Endpoint<
  Input extends AnyStruct = AnyStruct,
  Reply extends AnyStruct = AnyStruct,
  Faults extends string = string,
> = {
  auth: Auth
  method: Method
  /** `:name` parts come from the input; the rest of the input is the query (GET) or the JSON body. */
  path: string
  /** Strict: unknown keys are refused. */
  input: Input
  /** Tolerant: cached pages outlive a server release. */
  reply: Reply
  faults: readonly Faults[]
  /** The body is multipart/form-data with the text fields of `input` and at most one file. */
  multipart?: { file: string; maxBytes: number }
  /** Largest JSON body, when it needs more than 8 KB. */
  maxBytes?: number
  /** Accepts the header `Idempotency-Key`: a repeated call gets the first answer again. */
  idempotent?: boolean
  /** Reply headers that pages of the storefront may read (CORS). */
  headers?: readonly string[]
  /** Of `staff`: who may call it. */
  roles?: readonly Role[]
  /** Of `staff`: the second factor must have been given within the last minutes. For money, exports, deletion and people. */
  stepUp?: boolean
  /** Of `buyer`: the token of the link that was mailed to a guest who gave is enough. It is so for each GET. */
  giverLink?: boolean
  /** For the reference of the API. Builds for browsers leave it out. */
  summary: string
}

export type InputOf<E extends Endpoint> = Infer<E['input']>
export type ReplyOf<E extends Endpoint> = Infer<E['reply']>
/** Faults of every call besides its own. */
type CommonFault =
  | 'badInput'
  | 'tooMany'
  | 'tooLarge'
  | 'maintenance'
  | 'internal'
  /** The database restarts: repeat the call after `seconds`. */
  | 'unavailable'
  | 'signedOut'
  /** The role of this person does not allow it. */
  | 'notAllowed'
  /** The second factor has to be given again first. */
  | 'stepUp'
  | 'notServed'
  | 'wrongType'
  /** An Idempotency-Key that was used for another call, or whose first call has not finished. */
  | 'keyReused'
  | 'inFlight'
export type FaultOf<E extends Endpoint> = E['faults'][number] | CommonFault

/** The body of every refusal. `fields`: fault code by input field; `seconds`: retry delay (tooMany, unavailable). */
export type Refusal = { status: false; fault: string; fields?: Record<string, string>; seconds?: number }

/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  Input extends AnyStruct,
  Reply extends AnyStruct,
  const Who extends Auth,
  const Faults extends readonly string[] = [],
>(
  definition: Omit<Endpoint<Input, Reply>, 'faults' | 'auth'> & { auth: Who; faults?: Faults },
): Endpoint<Input, Reply, Faults[number]> & { auth: Who } {
  return { ...definition, faults: definition.faults ?? [] }
}
