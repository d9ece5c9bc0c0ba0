import { defaulted, enums, nullable, object, record, string, type } from 'superstruct'
import { endpoint } from './endpoint.ts'
import { status, textUpTo } from './wire-fields.ts'

/** Where a browser may be sent to pay, whatever the server says: hosts of the gateways and, on our own, two paths. */

/** Take forms; the content policy of the pages names them too. */
export const FORM_ORIGINS = [
  'https://test.payu.in',
  'https://secure.payu.in',
  'https://test.ccavenue.com',
  'https://secure.ccavenue.com',
] as const
const PAYPAL = /^https:\/\/(?:[a-z0-9-]+\.)*paypal\.com$/
/** The page that leads to CCAvenue, and the sandbox of the demo. */
const OWN_PATHS = /^\/(?:order\/ccavenue-pay|dev\/pay)\/[\w\-./]+$/

/** `own`: origin of the shop. A path that a browser would read otherwise has been read by then. */
function parse(address: string, own: string): URL | undefined {
  if (!URL.canParse(address, own)) return undefined
  const url = new URL(address, own)
  return url.username || url.password ? undefined : url
}

const isOwn = ({ origin, pathname }: URL, own: string): boolean => origin === own && OWN_PATHS.test(pathname)

/** May a form of payment be posted there? */
export function mayPostTo(address: string, own: string): boolean {
  const url = parse(address, own)
  return url !== undefined && (FORM_ORIGINS.some((origin) => origin === url.origin) || isOwn(url, own))
}

/** May a browser be led there to pay? */
export function mayLeadTo(address: string, own: string): boolean {
  const url = parse(address, own)
  return url !== undefined && (PAYPAL.test(url.origin) || isOwn(url, own))
}

/** Ways to pay for an order (C7). */

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
