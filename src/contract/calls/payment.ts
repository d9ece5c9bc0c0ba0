/** Ways to pay for an order (C7). */
import { defaulted, enums, nullable, object, record, string, type } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { status, textUpTo } from './parts.ts'

const Pay = { token: textUpTo(200) }
const PayReply = type({
  status,
  /** `form`: post it. `cc_avenue` and `redirect`: go to `address`. */
  kind: enums(['form', 'cc_avenue', 'redirect']),
  form: nullable(type({ action: string(), fields: record(string(), string()) })),
  address: nullable(string()),
  /** As the specification has it: the marker `cc_avenue`, an address, or markup. Made for no browser of ours. */
  data: string(),
})
const payFaults = ['notFound', 'alreadyPaid', 'notPayable', 'gateway'] as const
export const payuCheckout = endpoint({
  auth: 'buyer',
  method: 'POST',
  path: '/api/v1/payu-checkout/',
  /** `gateway`: which of the two in India; PayU when nothing is said. */
  input: object({ ...Pay, gateway: defaulted(enums(['payu', 'ccavenue']), 'payu') }),
  reply: PayReply,
  faults: payFaults,
  idempotent: true,
  summary: 'Pay in India: a form for PayU, or the marker cc_avenue and an address',
})
export const paypalCheckout = endpoint({
  auth: 'buyer',
  method: 'POST',
  path: '/api/v1/paypal-checkout/',
  input: object(Pay),
  reply: PayReply,
  faults: payFaults,
  idempotent: true,
  summary: 'Pay elsewhere: an address of PayPal',
})
export const autoRenewalCheckout = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/auto_renewal_checkout/',
  input: object(Pay),
  reply: PayReply,
  faults: [...payFaults, 'noPlan'],
  idempotent: true,
  summary: 'Pay in India with auto-renewal',
})
export const paypalRecurring = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/paypal_recurring',
  input: object(Pay),
  reply: PayReply,
  faults: [...payFaults, 'noPlan'],
  idempotent: true,
  summary: 'Pay elsewhere with auto-renewal',
})
