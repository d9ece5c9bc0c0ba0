import { boolean, enums, integer, nullable, optional, string, type, type Infer } from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { Amount, CURRENCIES } from '../money/money.ts'
import { CustomTranslation } from '../text/translation.ts'
import { Nothing, status } from '../fields/wire-fields.ts'

/** Endpoints of automatic renewals [SB-4]. `autoRenewalCheckout` and `paypalRecurring` start them. */

/** `cancelled`: by the listener; `failed`: the bank refused every debit; `changed`: the price changed or the plan is not sold any more; `gateway`: ended at the gateway. */
const RENEWAL_ENDS = [
  'cancelled',
  'failed',
  'changed',
  'expired',
  'replaced',
  'refunded',
  'gateway',
  'account',
] as const
const Renewal = type({
  state: enums(['active', 'ended']),
  /** Null while it is active. */
  reason: nullable(enums(RENEWAL_ENDS)),
  /** `failed`, but the bank refused nothing: no answer came in time. Pages of older releases know no further reason. */
  is_overdue: optional(boolean()),
  name: string(),
  custom_translation: CustomTranslation,
  /** From one debit to the next. */
  days: integer(),
  currency: enums(CURRENCIES),
  /** Amount of the next debit with tax; no debit exceeds `ceiling`. */
  amount: Amount,
  ceiling: Amount,
  gateway: enums(['payu', 'paypal']),
  /** YYYY-MM-DD in India, like the next two. */
  since: string(),
  valid_until: string(),
  next_debit: nullable(string()),
})
export type Renewal = Infer<typeof Renewal>

export const autoRenewal = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/v1/auto-renewal/',
  input: Nothing,
  /** Null: there never was one. */
  reply: type({ status, data: nullable(Renewal) }),
  summary: 'The active auto-renewal, or the last one',
})
export const cancelAutoRenewal = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/auto-renewal/cancel/',
  input: Nothing,
  reply: type({ status: boolean() }),
  faults: ['noRenewal'],
  idempotent: true,
  summary: 'Switch auto-renewal off; the current plan runs to its end',
})
