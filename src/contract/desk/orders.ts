import {
  array,
  boolean,
  defaulted,
  enums,
  integer,
  nullable,
  object,
  string,
  type,
  optional,
  type Infer,
} from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { CURRENCIES, Minor } from '../money/money.ts'
import { Id, status, textUpTo } from '../fields/wire-fields.ts'
import { ACCOUNTS, type Role } from './staff/roles.ts'
import { Ids, listInput, listReply, Names, Reason } from './list-fields.ts'

/** Orders at the desk: find, read the story, give money back, decide about held payments, send mails once more. */

const READERS = ['owner', 'support', 'accounts'] as const satisfies Role[]
const currency = enums(CURRENCIES)
const DESK_ORDER_FILTERS = ['all', 'open', 'paid', 'cancelled', 'failed', 'refunded', 'held'] as const
export type DeskOrderFilter = (typeof DESK_ORDER_FILTERS)[number]
const OrderStatus = enums(['open', 'paid', 'cancelled', 'failed', 'refunded'])

export const DeskOrderRow = type({
  id: integer(),
  created: string(),
  status: OrderStatus,
  is_held: boolean(),
  is_gift: boolean(),
  /** Empty when the account is erased. */
  name: string(),
  email: string(),
  currency,
  total: Minor,
  /** What went back for single lines. */
  returned: Minor,
})
export type DeskOrderRow = Infer<typeof DeskOrderRow>

export const deskOrders = endpoint({
  auth: 'staff',
  roles: READERS,
  method: 'GET',
  path: '/api/desk/orders/',
  /** `q`: parts of the name or the address of who pays or gets a gift, a mobile number, a coupon, the number of an order, invoice, credit note or payment, or an amount. */
  input: object({ ...listInput, filter: defaulted(enums(DESK_ORDER_FILTERS), 'all') }),
  reply: type({ status, ...listReply, data: array(DeskOrderRow) }),
  summary: 'Orders, the newest first',
})

const STORY_KINDS = [
  'made',
  'attempt',
  'message',
  'paid',
  'invoice',
  'credit',
  'refund',
  'granted',
  'revoked',
  'mail',
  'action',
] as const
const StoryEvent = type({
  at: string(),
  kind: enums(STORY_KINDS),
  /** A gateway, a number, the name of a mail or an action, or why money went back. */
  what: string(),
  /** State of a payment or refund, verdict of a message, or the reason of an action. */
  state: string(),
  amount: nullable(integer()),
  /** Who acted at the desk or the command line. */
  who: string(),
  lines: array(integer()),
})
export const DeskOrderLine = type({
  id: integer(),
  names: Names,
  is_plan: boolean(),
  product_id: nullable(integer()),
  taxable: Minor,
  tax: Minor,
  /** What went back or would go back. */
  paid: Minor,
  is_returned: boolean(),
})
export type DeskOrderLine = Infer<typeof DeskOrderLine>
/**
 * Why a payment is held: what came is another amount or currency than was asked, the payment is of another order at the gateway,
 * it has paid another order here, or what is known of where its payer is does not fit the country of the bill.
 */
export const HELD_FOR = ['amount', 'currency', 'otherOrder', 'usedElsewhere', 'country'] as const
export type HeldFor = (typeof HELD_FOR)[number]
const Attempt = type({
  id: integer(),
  gateway: string(),
  key: string(),
  payment: nullable(string()),
  state: string(),
  /** What came, as far as it is known; else what was asked. */
  amount: Minor,
  asked: Minor,
  held_for: nullable(enums(HELD_FOR)),
  country: nullable(string()),
  is_under_way: boolean(),
})
export const DeskOrder = type({
  ...DeskOrderRow.schema,
  token: string(),
  listener: nullable(integer()),
  country: string(),
  state: string(),
  locale: enums(['en', 'mr']),
  coupon: nullable(string()),
  subtotal: Minor,
  discount: Minor,
  cgst: Minor,
  sgst: Minor,
  igst: Minor,
  lines: array(DeskOrderLine),
  attempts: array(Attempt),
  /** What a refund of the rest returns; 0: nothing can go back. */
  refundable: Minor,
  gift: nullable(
    type({
      email: string(),
      name: string(),
      deliver_on: nullable(string()),
      is_sent: boolean(),
      is_redeemed: boolean(),
    }),
  ),
  story: array(StoryEvent),
  /** Mails that can go out once more. */
  mails: array(enums(['receipt', 'gift', 'refund'])),
})
export type DeskOrder = Infer<typeof DeskOrder>

export const deskOrder = endpoint({
  auth: 'staff',
  roles: READERS,
  method: 'GET',
  path: '/api/desk/orders/:id/',
  input: object({ id: Id }),
  reply: type({ status, data: DeskOrder }),
  faults: ['notFound'],
  summary: 'One order with its whole story',
})

const refundFaults = ['notFound', 'notPaid', 'notHeld', 'underWay', 'another', 'gateway', 'free'] as const
/** `amount`: what was shown. When it would be another now, nothing happens. */
const decision = { id: Id, reason: Reason, amount: Minor }

export const deskRefundOrder = endpoint({
  auth: 'staff',
  roles: ACCOUNTS,
  stepUp: true,
  idempotent: true,
  method: 'POST',
  path: '/api/desk/orders/:id/refund/',
  /** Without `lines` all that is left. */
  input: object({ ...decision, lines: optional(Ids) }),
  reply: type({ status, amount: Minor, is_whole: boolean() }),
  faults: [...refundFaults, 'changedMeanwhile'],
  summary: 'Pay an order back, wholly or by line, with a credit note and the access taken',
})
export const deskAcceptPayment = endpoint({
  auth: 'staff',
  roles: ACCOUNTS,
  stepUp: true,
  idempotent: true,
  method: 'POST',
  path: '/api/desk/orders/:id/accept/',
  input: object(decision),
  reply: type({ status }),
  faults: [...refundFaults, 'otherCurrency', 'changedMeanwhile'],
  summary: 'Accept a held payment for its order',
})
export const deskReturnPayment = endpoint({
  auth: 'staff',
  roles: ACCOUNTS,
  stepUp: true,
  idempotent: true,
  method: 'POST',
  path: '/api/desk/orders/:id/return/',
  input: object({ id: Id, reason: Reason }),
  reply: type({ status }),
  faults: [...refundFaults, 'changedMeanwhile'],
  summary: 'Send a held payment back',
})
export const deskResendMail = endpoint({
  auth: 'staff',
  roles: READERS,
  idempotent: true,
  method: 'POST',
  path: '/api/desk/orders/:id/mails/',
  input: object({ id: Id, mail: enums(['receipt', 'gift', 'refund']) }),
  reply: type({ status, to: string() }),
  faults: ['notFound', 'notSendable'],
  summary: 'Send a mail about an order once more; a gift gets a new code',
})
export const deskInvoice = endpoint({
  auth: 'staff',
  roles: READERS,
  method: 'GET',
  path: '/api/desk/orders/:id/invoice/',
  input: object({ id: Id, number: textUpTo(16) }),
  reply: type({ status, number: string(), download_path: string() }),
  faults: ['notFound'],
  summary: 'An invoice or credit note as PDF; the address is valid for some minutes',
})
