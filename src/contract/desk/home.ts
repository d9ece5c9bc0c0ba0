import { array, enums, integer, nullable, object, string, type, type Infer } from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { Nothing, status } from '../fields/wire-fields.ts'
import { ROLES, type Role } from './staff/roles.ts'

const editors = ['owner', 'editor'] as const
const support = ['owner', 'support'] as const
const accounts = ['owner', 'accounts'] as const

/** What may wait for somebody, in the order of its urgency, and whose work it is. */
export const WAITING = {
  failedPublication: editors,
  heldPayments: accounts,
  failedMails: support,
  letters: support,
  reviews: support,
  auditions: support,
  failedRecordings: editors,
  scheduledTitles: editors,
  incompleteTitles: editors,
} as const satisfies Record<string, readonly Role[]>
export type Waiting = keyof typeof WAITING
export const WAITING_KINDS = Object.keys(WAITING) as Waiting[]

const DaySales = type({ currency: string(), orders: integer(), amount: integer() })
export type DaySales = Infer<typeof DaySales>

export const deskHome = endpoint({
  auth: 'staff',
  roles: ROLES,
  method: 'GET',
  path: '/api/desk/home/',
  input: Nothing,
  reply: type({
    status,
    /** Only what the role may do, and only what there is. */
    waiting: array(type({ kind: enums(WAITING_KINDS), count: integer() })),
    /** What was sold less what went back, tax included, by currency. Null: not for this role. */
    sales: nullable(type({ today: array(DaySales), yesterday: array(DaySales) })),
  }),
  summary: 'What waits for the person at the desk, and the sales of today beside those of yesterday',
})
/** Each is tried anew from the beginning; to whom it goes, nobody at the desk sees here. */
export const deskRetryMails = endpoint({
  auth: 'staff',
  roles: support,
  method: 'POST',
  path: '/api/desk/home/retry-mails/',
  input: object({}),
  reply: type({ status, count: integer() }),
  summary: 'Send mails again that were given up',
})
