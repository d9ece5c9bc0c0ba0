import { boolean, enums, integer, nullable, string, type, type Infer } from 'superstruct'
import { endpoint } from './endpoint.ts'
import { Amount, CURRENCIES } from './money.ts'
import { CustomTranslation } from './translation.ts'
import { Nothing, status } from './wire-fields.ts'

/** Plans that renew themselves (SB-4). They begin with `autoRenewalCheckout` and `paypalRecurring`. */

/** `cancelled` by the listener; `changed`: the plan's price, or it is not sold any more; `gateway`: ended there, by listener or bank. */
export const RENEWAL_ENDS = [
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
  name: string(),
  custom_translation: CustomTranslation,
  /** From one debit to the next. */
  days: integer(),
  currency: enums(CURRENCIES),
  /** Of the next debit, with tax; no debit is above the ceiling. */
  amount: Amount,
  ceiling: Amount,
  gateway: enums(['payu', 'paypal']),
  /** YYYY-MM-DD in India, as are the next two. */
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
  /** Null: never was one. */
  reply: type({ status, data: nullable(Renewal) }),
  summary: 'The auto-renewal that is on, or the last that was',
})
export const cancelAutoRenewal = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/auto-renewal/cancel/',
  input: Nothing,
  reply: type({ status: boolean() }),
  faults: ['noRenewal'],
  idempotent: true,
  summary: 'Switch auto-renewal off; the plan that runs finishes',
})
