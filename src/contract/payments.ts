import { defaulted, enums, nullable, object, record, string, type } from 'superstruct'
import { endpoint } from './http/endpoint.ts'
import { status, textUpTo } from './fields/wire-fields.ts'

/** Addresses to which a browser may be sent for a payment: hosts of the gateways and two paths of this site. */

/** Targets of payment forms; the content security policy of the pages contains them too. */
export const FORM_ORIGINS = [
  'https://test.payu.in',
  'https://secure.payu.in',
  'https://test.ccavenue.com',
  'https://secure.ccavenue.com',
] as const
const PAYPAL = /^https:\/\/(?:[a-z0-9-]+\.)*paypal\.com$/
/** The page that redirects to CCAvenue, and the sandbox of the demo. */
const OWN_PATHS = /^\/(?:order\/ccavenue-pay|dev\/pay)\/[\w\-./]+$/

/** `own`: origin of the shop. `URL` resolves the path in the way browsers do. */
function parse(address: string, own: string): URL | undefined {
  if (!URL.canParse(address, own)) return undefined
  const url = new URL(address, own)
  return url.username || url.password ? undefined : url
}

const isOwn = ({ origin, pathname }: URL, own: string): boolean => origin === own && OWN_PATHS.test(pathname)

/** Whether a payment form may be posted to the address. */
export function mayPostTo(address: string, own: string): boolean {
  const url = parse(address, own)
  return url !== undefined && (FORM_ORIGINS.some((origin) => origin === url.origin) || isOwn(url, own))
}

/** Whether a browser may be redirected to the address for a payment. */
export function mayLeadTo(address: string, own: string): boolean {
  const url = parse(address, own)
  return url !== undefined && (PAYPAL.test(url.origin) || isOwn(url, own))
}

/** Endpoints of payment. */

const Pay = { token: textUpTo(200) }
const PayReply = type({
  status,
  /** `form`: post it. `cc_avenue` and `redirect`: go to `address`. */
  kind: enums(['form', 'cc_avenue', 'redirect']),
  form: nullable(type({ action: string(), fields: record(string(), string()) })),
  address: nullable(string()),
  /** The marker `cc_avenue`, an address or markup, for other clients; our pages do not use it. */
  data: string(),
})
/** `underWay`: another payment for the same content may still be accepted. */
const payFaults = ['notFound', 'alreadyPaid', 'notPayable', 'gateway', 'alreadyOwned', 'underWay'] as const
export const payuCheckout = endpoint({
  auth: 'buyer',
  method: 'POST',
  path: '/api/v1/payu-checkout/',
  /** `gateway`: one of the two in India, PayU by default. */
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
