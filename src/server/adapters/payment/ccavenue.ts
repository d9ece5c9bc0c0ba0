import { decimalText } from '#contract/money/money.ts'
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { is, number, optional, string, type, union } from 'superstruct'
import {
  parseJson,
  minorOf,
  plainAscii,
  requestGateway,
  type Fields,
  type GatewayMessage,
  type Payment,
  type PaymentGateway,
  type PaymentQuery,
  type PaymentStatus,
} from './port.ts'

export type CcavenueSettings = {
  merchantId: string
  accessCode: string
  workingKey: string
  page: string
  api: string
  returnUrl: string
  cancelUrl: string
}

const IV = Buffer.from(Array.from({ length: 16 }, (_, at) => at))
const keyOf = (workingKey: string): Buffer => createHash('md5').update(workingKey).digest()

/** AES-128-CBC without authentication, as the vendor requires it: the plain text may have been changed, so nothing may rely on it. */
export function encryptText(plain: string, workingKey: string): string {
  const cipher = createCipheriv('aes-128-cbc', keyOf(workingKey), IV)
  return cipher.update(plain, 'utf8', 'hex') + cipher.final('hex')
}

/** Undefined for every error: a difference would be a padding oracle (attack case 28). */
export function decryptText(hex: string, workingKey: string): string | undefined {
  if (!/^(?:[0-9a-f]{32})+$/.test(hex)) return undefined
  try {
    const decipher = createDecipheriv('aes-128-cbc', keyOf(workingKey), IV)
    return decipher.update(hex, 'hex', 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

export function createCcavenue(settings: CcavenueSettings): PaymentGateway {
  return {
    origin: new URL(settings.page).origin,
    async start(payment) {
      const plain = new URLSearchParams(requestOf(settings, payment)).toString()
      return {
        kind: 'form',
        action: settings.page,
        fields: { encRequest: encryptText(plain, settings.workingKey), access_code: settings.accessCode },
      }
    },
    readReply: (fields) => readReply(settings, fields),
    fetchStatus: (query) => fetchStatus(settings, query),
    async refund({ paymentId, amount }, key) {
      const response = await command(settings, 'refundOrder', {
        reference_no: paymentId,
        refund_amount: decimalText(amount),
        refund_ref_no: key.slice(0, 30),
      })
      return (
        is(response, Refunded) &&
        (String(response.refund_status) === '0' || /already|duplicate/i.test(response.reason ?? ''))
      )
    },
  }
}

function requestOf({ merchantId, returnUrl, cancelUrl }: CcavenueSettings, payment: Payment): Record<string, string> {
  return {
    merchant_id: merchantId,
    order_id: payment.key,
    currency: payment.currency,
    amount: decimalText(payment.amount),
    redirect_url: returnUrl,
    cancel_url: cancelUrl,
    language: 'EN',
    billing_name: plainAscii(`${payment.firstName} ${payment.lastName}`, 60, 'Listener'),
    billing_email: plainAscii(payment.email, 70, ''),
    billing_tel: payment.mobile.replace(/\D/g, '').slice(-20),
  }
}

/** The order is the encrypted one: fields beside it may be forged (attack case 31). A field that comes twice makes the reply invalid. */
function readReply({ workingKey }: CcavenueSettings, fields: Fields): GatewayMessage | undefined {
  const plain = decryptText(fields['encResp'] ?? '', workingKey)
  if (plain === undefined) return undefined
  const values = new URLSearchParams(plain)
  const [orderId, tracking, status] = ['order_id', 'tracking_id', 'order_status'].map((name) =>
    values.getAll(name).length === 1 ? values.get(name) : undefined,
  )
  if (!orderId || !/^[\w/-]{1,30}$/.test(orderId)) return undefined
  return {
    key: orderId,
    fingerprint: `${orderId} ${status ?? ''} ${tracking ?? ''}`.slice(0, 200),
    claims: status === 'Success' ? 'paid' : 'other',
  }
}

const text = union([string(), number()])
const TrackedOrder = type({
  reference_no: text,
  order_no: text,
  order_amt: text,
  order_currncy: string(),
  order_status: string(),
  order_option_type: optional(string()),
})
/** Ways to pay that work with bank accounts in India only. */
const INDIAN_OPTIONS = new Set(['OPTNBK', 'OPTUPI'])
const Refunded = type({ refund_status: text, reason: optional(string()) })
/** `Initiated`: the payer has come to the billing page and done nothing there, so that another way to pay need not wait for it. */
const STATES: Record<string, 'unknown' | 'paid' | 'pending' | 'failed' | 'cancelled' | 'refunded'> = {
  Shipped: 'paid',
  Successful: 'paid',
  Awaited: 'pending',
  Initiated: 'unknown',
  Unsuccessful: 'failed',
  Invalid: 'failed',
  Fraud: 'failed',
  Aborted: 'cancelled',
  Cancelled: 'cancelled',
  'Auto-Cancelled': 'cancelled',
  'Auto-Reversed': 'failed',
  Refunded: 'refunded',
  Systemrefund: 'refunded',
  Chargeback: 'refunded',
}

/** The tracker does not tell how much of a payment was refunded. */
const PARTIAL = new Set(['Refunded', 'Systemrefund'])

async function fetchStatus(settings: CcavenueSettings, { key }: PaymentQuery): Promise<PaymentStatus> {
  const response = await command(settings, 'orderStatusTracker', { order_no: key })
  if (!is(response, TrackedOrder) || String(response.order_no) !== key) return { state: 'unknown' }
  // An unknown state counts as pending, so that it is polled again.
  const state = Object.hasOwn(STATES, response.order_status) ? (STATES[response.order_status] ?? 'pending') : 'pending'
  const amount = minorOf(response.order_amt)
  if (state !== 'paid' && state !== 'refunded') return { state }
  return amount === undefined
    ? { state: 'wrong' }
    : {
        state,
        paymentId: String(response.reference_no),
        amount,
        currency: response.order_currncy,
        ...(INDIAN_OPTIONS.has(response.order_option_type ?? '') && { country: 'IN' }),
        ...(PARTIAL.has(response.order_status) && { mayBePartial: true }),
      }
}

async function command(
  { accessCode, workingKey, api }: CcavenueSettings,
  name: string,
  request: object,
): Promise<unknown> {
  const body = new URLSearchParams({
    enc_request: encryptText(JSON.stringify(request), workingKey),
    access_code: accessCode,
    command: name,
    request_type: 'JSON',
    response_type: 'JSON',
    version: '1.2',
  })
  const response = new URLSearchParams((await requestGateway(api, { method: 'POST', body }))?.text ?? '')
  if (response.get('status') !== '0') return undefined
  return parseJson(decryptText((response.get('enc_response') ?? '').trim(), workingKey) ?? '')
}
