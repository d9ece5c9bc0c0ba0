import { array, boolean, enums, object, optional, string, type } from 'superstruct'
import { endpoint } from '../../http/endpoint.ts'
import { PasskeyJson } from '../../accounts/passkeys.ts'
import { Nothing, passwordText, status, textUpTo } from '../../fields/wire-fields.ts'
import { ROLES } from './roles.ts'

/** What proves a person besides the password. A recovery code may be typed in the place of the code of the app. */
export const FACTORS = ['totp', 'passkey'] as const
export type Factor = (typeof FACTORS)[number]

export const person = { name: string(), role: enums(ROLES) }
/** The factors that the person has, and what the browser needs to ask a passkey. */
export const challenge = { factors: array(enums(FACTORS)), passkey: optional(PasskeyJson) }
/** Either the code or the answer of a passkey. */
export const proof = { code: optional(textUpTo(40)), passkey: optional(PasskeyJson) }

export const deskMe = endpoint({
  auth: 'staff',
  method: 'GET',
  path: '/api/desk/me/',
  input: Nothing,
  reply: type({ status: boolean(), ...person, email: string(), is_stepped_up: boolean() }),
  summary: 'Who is at the desk',
})
export const deskSignIn = endpoint({
  auth: 'public',
  method: 'POST',
  path: '/api/desk/sign-in/',
  input: object({ email: textUpTo(254), password: passwordText }),
  reply: type({ status, ticket: string(), ...challenge }),
  faults: ['credentials'],
  summary: 'First step of the sign-in at the desk: the password',
})
export const deskSignInFactor = endpoint({
  auth: 'public',
  method: 'POST',
  path: '/api/desk/sign-in/factor/',
  maxBytes: 32 * 1024,
  input: object({ ticket: textUpTo(200), ...proof }),
  reply: type({ status, ...person }),
  faults: ['factor', 'linkExpired'],
  summary: 'Second step: the second factor, which opens a session of eight hours in a cookie',
})
export const deskStepUpChallenge = endpoint({
  auth: 'staff',
  method: 'POST',
  path: '/api/desk/step-up/challenge/',
  input: Nothing,
  reply: type({ status, ...challenge }),
  summary: 'What the second factor is asked for with',
})
export const deskStepUp = endpoint({
  auth: 'staff',
  method: 'POST',
  path: '/api/desk/step-up/',
  maxBytes: 32 * 1024,
  input: object(proof),
  reply: type({ status }),
  faults: ['factor'],
  summary: 'Give the second factor again: for ten minutes money, exports, deletion and people are open',
})
export const deskSignOut = endpoint({
  auth: 'staff',
  method: 'POST',
  path: '/api/desk/sign-out/',
  input: Nothing,
  reply: type({ status }),
  summary: 'End this session at the desk',
})
