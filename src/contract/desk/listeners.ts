import {
  array,
  boolean,
  enums,
  integer,
  max,
  min,
  object,
  optional,
  record,
  string,
  type,
  unknown,
  type Infer,
} from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { CURRENCIES, Minor } from '../money/money.ts'
import { Id, status, textUpTo } from '../fields/wire-fields.ts'
import { SUPPORT } from './staff/roles.ts'
import { listInput, listReply, Names, Reason } from './list-fields.ts'

/** Listeners at the desk: find, read, give and take titles and plans, end sessions, export and erase. */

export const DeskListenerRow = type({
  id: integer(),
  created: string(),
  name: string(),
  email: string(),
  mobile: string(),
  country: string(),
  /** What its owner typed and has not proved to own. */
  unproven: array(enums(['email', 'mobile'])),
})
export type DeskListenerRow = Infer<typeof DeskListenerRow>
export const DeskListener = type({
  ...DeskListenerRow.schema,
  state: string(),
  seen: string(),
  signs_in_by: array(string()),
  /** What has to be typed to erase the account. */
  confirm: string(),
  orders: array(
    type({ id: integer(), created: string(), status: string(), currency: enums(CURRENCIES), total: Minor }),
  ),
  /** `is_given`: by the shop, and the shop may take it. */
  library: array(
    type({
      id: integer(),
      names: Names,
      how: enums(['purchase', 'subscription', 'free', 'gift']),
      added: string(),
      is_given: boolean(),
    }),
  ),
  /** `is_given`: no order paid for it. */
  plans: array(
    type({
      id: integer(),
      names: Names,
      starts: string(),
      ends: string(),
      state: enums(['running', 'waiting', 'ended', 'taken']),
      is_given: boolean(),
    }),
  ),
  sessions: array(type({ id: string(), created: string(), used: string() })),
  devices: array(type({ name: string(), kind: string(), seen: string() })),
  /** What people at the desk did with the account. */
  actions: array(type({ at: string(), who: string(), action: string(), reason: string() })),
})
export type DeskListener = Infer<typeof DeskListener>

export const deskListeners = endpoint({
  auth: 'staff',
  roles: SUPPORT,
  method: 'GET',
  path: '/api/desk/listeners/',
  input: object(listInput),
  reply: type({ status, ...listReply, data: array(DeskListenerRow) }),
  summary: 'Listeners by a part of name, address or number, the newest first',
})
export const deskListenerChoices = endpoint({
  auth: 'staff',
  roles: SUPPORT,
  method: 'GET',
  path: '/api/desk/listener-choices/',
  input: object({ q: listInput.q }),
  reply: type({
    status,
    titles: array(type({ id: integer(), names: Names })),
    plans: array(type({ id: integer(), names: Names, days: integer() })),
  }),
  summary: 'Titles by a part of the name, and plans, that a listener can be given',
})
export const deskListener = endpoint({
  auth: 'staff',
  roles: SUPPORT,
  method: 'GET',
  path: '/api/desk/listeners/:id/',
  input: object({ id: Id }),
  reply: type({ status, data: DeskListener }),
  faults: ['notFound'],
  summary: 'One listener: orders, library, plans, sessions, devices',
})

const change = { id: Id, reason: Reason }
const done = type({ status })
const faults = ['notFound', 'bought'] as const
const row = { auth: 'staff', roles: SUPPORT, method: 'POST', idempotent: true, reply: done } as const

export const deskGiveTitle = endpoint({
  ...row,
  path: '/api/desk/listeners/:id/title/give/',
  input: object({ ...change, title: Id }),
  faults: ['notFound'],
  summary: 'Give a title to keep',
})
export const deskTakeTitle = endpoint({
  ...row,
  path: '/api/desk/listeners/:id/title/take/',
  input: object({ ...change, title: Id }),
  faults,
  summary: 'Take a title that was given; what was bought is refunded instead',
})
export const deskGivePlan = endpoint({
  ...row,
  stepUp: true,
  path: '/api/desk/listeners/:id/plan/give/',
  /** It begins where the last one ends. */
  input: object({ ...change, plan: Id, days: optional(max(min(integer(), 1), 3660)) }),
  faults: ['notFound'],
  summary: 'Give a plan',
})
export const deskTakePlan = endpoint({
  ...row,
  path: '/api/desk/listeners/:id/plan/take/',
  input: object({ ...change, subscription: Id }),
  faults,
  summary: 'Take a plan that was given; what was bought is refunded instead',
})
export const deskEndSessions = endpoint({
  ...row,
  path: '/api/desk/listeners/:id/sessions/end/',
  /** Without `session` all of them. */
  input: object({ id: Id, session: optional(textUpTo(32)) }),
  reply: type({ status, ended: integer() }),
  faults: ['notFound'],
  summary: 'End sessions of a listener',
})
export const deskExportListener = endpoint({
  auth: 'staff',
  roles: SUPPORT,
  stepUp: true,
  method: 'POST',
  path: '/api/desk/listeners/:id/export/',
  input: object({ id: Id }),
  reply: type({ status, made_at: string(), data: record(string(), array(record(string(), unknown()))) }),
  faults: ['notFound'],
  summary: 'All that the shop stores about a listener',
})
export const deskEraseListener = endpoint({
  auth: 'staff',
  roles: SUPPORT,
  stepUp: true,
  method: 'POST',
  path: '/api/desk/listeners/:id/erase/',
  input: object({ id: Id, confirm: textUpTo(254) }),
  reply: done,
  faults: ['notFound', 'confirm'],
  summary: 'Erase an account for good; its mail address is typed once more',
})
