import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { is, number, optional, string, type, union } from 'superstruct'
import {
  amountText,
  exchange,
  jsonOf,
  minorOf,
  plainAscii,
  type Asked,
  type Fields,
  type Payment,
  type PaymentGateway,
  type Told,
  type Verdict,
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

/** AES-128-CBC without any seal, as the vendor has it: what it hides may have been changed on the way, so it decides nothing. */
export function encryptText(plain: string, workingKey: string): string {
  const cipher = createCipheriv('aes-128-cbc', keyOf(workingKey), IV)
  return cipher.update(plain, 'utf8', 'hex') + cipher.final('hex')
}

/** Undefined for every fault alike: nobody learns from it where the padding broke (case 28). */
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
    read: (fields) => readTold(settings, fields),
    ask: (asked) => track(settings, asked),
    async refund({ paymentId, amount }, key) {
      const answer = await command(settings, 'refundOrder', {
        reference_no: paymentId,
        refund_amount: amountText(amount),
        refund_ref_no: key.slice(0, 30),
      })
      return (
        is(answer, Refunded) && (String(answer.refund_status) === '0' || /already|duplicate/i.test(answer.reason ?? ''))
      )
    },
  }
}

function requestOf({ merchantId, returnUrl, cancelUrl }: CcavenueSettings, payment: Payment): Record<string, string> {
  return {
    merchant_id: merchantId,
    order_id: payment.key,
    currency: payment.currency,
    amount: amountText(payment.amount),
    redirect_url: returnUrl,
    cancel_url: cancelUrl,
    language: 'EN',
    billing_name: plainAscii(`${payment.firstName} ${payment.lastName}`, 60, 'Listener'),
    billing_email: plainAscii(payment.email, 70, ''),
    billing_tel: payment.mobile.replace(/\D/g, '').slice(-20),
  }
}

/** The order is the one inside; what stands beside the cipher is anybody's (case 31). A name that comes twice is no message of theirs. */
function readTold({ workingKey }: CcavenueSettings, fields: Fields): Told | undefined {
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
    says: status === 'Success' ? 'paid' : 'other',
  }
}

const text = union([string(), number()])
const Tracked = type({
  reference_no: text,
  order_no: text,
  order_amt: text,
  order_currncy: string(),
  order_status: string(),
})
const Refunded = type({ refund_status: text, reason: optional(string()) })
const STATES: Record<string, 'paid' | 'pending' | 'failed' | 'cancelled' | 'refunded'> = {
  Shipped: 'paid',
  Successful: 'paid',
  Awaited: 'pending',
  Initiated: 'pending',
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

async function track(settings: CcavenueSettings, { key }: Asked): Promise<Verdict> {
  const answer = await command(settings, 'orderStatusTracker', { order_no: key })
  if (!is(answer, Tracked) || String(answer.order_no) !== key) return { state: 'unknown' }
  // Words we do not know are waited for.
  const state = Object.hasOwn(STATES, answer.order_status) ? (STATES[answer.order_status] ?? 'pending') : 'pending'
  const amount = minorOf(answer.order_amt)
  if (state !== 'paid' && state !== 'refunded') return { state }
  return amount === undefined
    ? { state: 'wrong' }
    : { state, paymentId: String(answer.reference_no), amount, currency: answer.order_currncy }
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
  const answer = new URLSearchParams((await exchange(api, { method: 'POST', body }))?.text ?? '')
  if (answer.get('status') !== '0') return undefined
  return jsonOf(decryptText((answer.get('enc_response') ?? '').trim(), workingKey) ?? '')
}
