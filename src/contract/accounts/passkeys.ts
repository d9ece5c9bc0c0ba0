import {
  array,
  boolean,
  integer,
  nullable,
  object,
  optional,
  record,
  string,
  type,
  unknown,
  type Infer,
} from 'superstruct'
import { signedIn } from './accounts.ts'
import { endpoint } from '../http/endpoint.ts'
import { Id, Nothing, passwordText, status, textUpTo } from '../fields/wire-fields.ts'

/** Options and answers of WebAuthn as JSON; the library on either side knows their parts. */
export const PasskeyJson = record(string(), unknown())
export type PasskeyJson = Infer<typeof PasskeyJson>

const MAX_PASSKEY_BYTES = 32 * 1024
export const PASSKEY_NAME_LENGTH = 60
/** Of one listener. */
export const MAX_PASSKEYS = 20

/** Endpoints of the passkeys of listeners: another way to sign in, beside all that an account has. */

export const passkeySignInOptions = endpoint({
  auth: 'guest-login',
  method: 'POST',
  path: '/api/v1/login/passkey/begin/',
  input: Nothing,
  reply: type({ status, passkey: PasskeyJson }),
  summary: 'What a browser needs to ask for a passkey; the same for everybody',
})
export const passkeySignIn = endpoint({
  auth: 'guest-login',
  method: 'POST',
  path: '/api/v1/login/passkey/',
  maxBytes: MAX_PASSKEY_BYTES,
  input: object({ passkey: PasskeyJson, remember: optional(boolean()), device_id: optional(textUpTo(64)) }),
  reply: signedIn,
  summary: 'Sign in with a passkey',
})
export const myPasskeys = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/v1/passkeys/',
  input: Nothing,
  reply: type({
    status,
    passkeys: array(type({ id: integer(), name: string(), created_at: string(), used_at: nullable(string()) })),
    /** False: adding one needs the password, or a sign-in of a moment ago. */
    is_fresh: boolean(),
  }),
  summary: 'The passkeys of the listener',
})
export const addPasskeyOptions = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/passkeys/begin/',
  input: object({ password: optional(passwordText) }),
  reply: type({ status, passkey: PasskeyJson }),
  faults: ['password', 'signInAgain', 'tooManyPasskeys'],
  summary: 'What a browser needs to make a passkey',
})
export const addPasskey = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/passkeys/',
  maxBytes: MAX_PASSKEY_BYTES,
  input: object({ name: textUpTo(PASSKEY_NAME_LENGTH), passkey: PasskeyJson }),
  reply: type({ status }),
  faults: ['passkey', 'tooManyPasskeys'],
  summary: 'Store a passkey that was made',
})
export const renamePasskey = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/passkeys/rename/',
  input: object({ id: Id, name: textUpTo(PASSKEY_NAME_LENGTH) }),
  reply: type({ status }),
  faults: ['notFound'],
  summary: 'Give a passkey another name',
})
export const removePasskey = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/passkeys/remove/',
  input: object({ id: Id }),
  reply: type({ status }),
  faults: ['notFound', 'lastWay'],
  summary: 'Remove a passkey, unless it is the only way in',
})
