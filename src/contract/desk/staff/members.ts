import {
  array,
  boolean,
  enums,
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
import { endpoint } from '../../http/endpoint.ts'
import { Email } from '../../fields/fields.ts'
import { LOCALES } from '../../text/locale.ts'
import { Id, Nothing, passwordText, status, textUpTo } from '../../fields/wire-fields.ts'
import { ROLES } from './roles.ts'
import { PasskeyJson } from '../../accounts/passkeys.ts'
import { FACTORS, person, proof } from './staff.ts'

const OWNERS = ['owner'] as const

/** `invited`: has not accepted yet. `ended`: may no longer enter. */
const STAFF_STATES = ['invited', 'active', 'ended'] as const
const Member = type({
  id: integer(),
  ...person,
  email: string(),
  state: enums(STAFF_STATES),
  factors: array(enums(FACTORS)),
  seen_at: nullable(string()),
})
export type Member = Infer<typeof Member>

export const deskStaff = endpoint({
  auth: 'staff',
  roles: OWNERS,
  method: 'GET',
  path: '/api/desk/staff/',
  input: Nothing,
  reply: type({ status, data: array(Member) }),
  summary: 'The people of the desk',
})
export const deskInvite = endpoint({
  auth: 'staff',
  roles: OWNERS,
  stepUp: true,
  method: 'POST',
  path: '/api/desk/staff/invite/',
  input: object({ email: Email, role: enums(ROLES), locale: enums(LOCALES) }),
  reply: type({ status }),
  faults: ['exists'],
  summary: 'Invite a person to the desk by mail; once more when the first mail was lost',
})
export const deskChangeRole = endpoint({
  auth: 'staff',
  roles: OWNERS,
  stepUp: true,
  method: 'POST',
  path: '/api/desk/staff/role/',
  input: object({ id: Id, role: enums(ROLES) }),
  reply: type({ status }),
  faults: ['notFound', 'lastOwner'],
  summary: 'Give a person another role',
})
export const deskEndStaff = endpoint({
  auth: 'staff',
  roles: OWNERS,
  stepUp: true,
  method: 'POST',
  path: '/api/desk/staff/end/',
  input: object({ id: Id }),
  reply: type({ status }),
  faults: ['notFound', 'lastOwner'],
  summary: 'A person may no longer enter: their sessions and invitations end at once',
})
export const deskResetFactor = endpoint({
  auth: 'staff',
  roles: OWNERS,
  stepUp: true,
  method: 'POST',
  path: '/api/desk/staff/reset-factor/',
  input: object({ id: Id }),
  reply: type({ status }),
  faults: ['notFound', 'lastOwner'],
  summary: 'A person has lost their second factor: they get a mail with which they choose a new one',
})

/** The secret of the link. Any other text is handled as a link that has expired. */
const token = textUpTo(200)
export const deskInvitation = endpoint({
  auth: 'public',
  method: 'POST',
  path: '/api/desk/invitation/',
  input: object({ token }),
  reply: type({
    status,
    email: string(),
    ...person,
    password_rules: type({ min: integer(), max: integer() }),
    /** For the authenticator app: as text, and as the address in the QR code. */
    totp: type({ secret: string(), address: string() }),
    passkey: PasskeyJson,
  }),
  faults: ['linkExpired'],
  summary: 'What an invited person chooses from',
})
export const deskAcceptInvitation = endpoint({
  auth: 'public',
  method: 'POST',
  path: '/api/desk/invitation/accept/',
  maxBytes: 32 * 1024,
  input: object({ token, name: textUpTo(80), password: passwordText, ...proof, passkey_name: optional(textUpTo(60)) }),
  reply: type({ status, ...person, recovery_codes: array(string()) }),
  faults: ['linkExpired', 'factor'],
  summary: 'Accept an invitation: name, password and second factor; opens a session',
})

export const deskAccount = endpoint({
  auth: 'staff',
  method: 'GET',
  path: '/api/desk/account/',
  input: Nothing,
  reply: type({
    status,
    ...person,
    email: string(),
    has_totp: boolean(),
    recovery_codes: integer(),
    password_rules: type({ min: integer(), max: integer() }),
    passkeys: array(type({ id: integer(), name: string(), created_at: string(), used_at: nullable(string()) })),
    sessions: array(
      type({
        id: integer(),
        browser: string(),
        address: string(),
        created_at: string(),
        used_at: string(),
        is_this: boolean(),
      }),
    ),
  }),
  summary: 'How a person signs in at the desk, and their open sessions',
})
export const deskEndSession = endpoint({
  auth: 'staff',
  method: 'POST',
  path: '/api/desk/account/end-session/',
  input: object({ id: Id }),
  reply: type({ status }),
  faults: ['notFound'],
  summary: 'End another session of the same person',
})
export const deskPasskeyOptions = endpoint({
  auth: 'staff',
  stepUp: true,
  method: 'POST',
  path: '/api/desk/account/passkey-options/',
  input: Nothing,
  reply: type({ status, passkey: PasskeyJson }),
  summary: 'What the browser needs to make a passkey',
})
export const deskAddPasskey = endpoint({
  auth: 'staff',
  stepUp: true,
  method: 'POST',
  path: '/api/desk/account/passkey/',
  maxBytes: 32 * 1024,
  input: object({ name: textUpTo(60), passkey: PasskeyJson }),
  reply: type({ status }),
  faults: ['factor'],
  summary: 'Add a passkey',
})
export const deskRemovePasskey = endpoint({
  auth: 'staff',
  stepUp: true,
  method: 'POST',
  path: '/api/desk/account/remove-passkey/',
  input: object({ id: Id }),
  reply: type({ status }),
  faults: ['notFound', 'lastFactor'],
  summary: 'Remove a passkey; the last second factor stays',
})
export const deskRecoveryCodes = endpoint({
  auth: 'staff',
  stepUp: true,
  method: 'POST',
  path: '/api/desk/account/recovery-codes/',
  input: Nothing,
  reply: type({ status, recovery_codes: array(string()) }),
  summary: 'New recovery codes; the earlier ones end',
})
export const deskChangePassword = endpoint({
  auth: 'staff',
  stepUp: true,
  method: 'POST',
  path: '/api/desk/account/password/',
  input: object({ old_password: passwordText, password: passwordText }),
  reply: type({ status }),
  faults: ['oldPassword'],
  summary: 'Another password; the other sessions end',
})

const Done = type({
  id: integer(),
  done_at: string(),
  who: string(),
  action: string(),
  target: string(),
  details: record(string(), unknown()),
})
export type Done = Infer<typeof Done>
export const deskAudit = endpoint({
  auth: 'staff',
  roles: OWNERS,
  method: 'GET',
  path: '/api/desk/audit/',
  input: object({ who: optional(textUpTo(120)), q: optional(textUpTo(120)), before: optional(Id) }),
  reply: type({ status, data: array(Done), has_more: boolean() }),
  summary: 'Who did what, newest first',
})
