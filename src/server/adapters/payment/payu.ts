import { decimalText } from '#contract/money/money.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import { is, number, optional, record, string, type, union } from 'superstruct'
import { createPayuMandates } from './payu-mandates.ts'
import {
  minorOf,
  plainAscii,
  requestGateway,
  type Fields,
  type GatewayMessage,
  type Payment,
  type PaymentQuery,
  type Payments,
  type PaymentStatus,
} from './port.ts'

/** `page`: the action of the form; `commands`: the address for server requests. */
export type PayuSettings = { key: string; salt: string; page: string; commands: string; returnUrl: string }

const sha512 = (parts: readonly string[]): string => createHash('sha512').update(parts.join('|')).digest('hex')
const RESERVED = ['', '', '', '', '']

type Hashed = { key: string; txnid: string; amount: string; productinfo: string; firstname: string; email: string }
const UDF = ['udf1', 'udf2', 'udf3', 'udf4', 'udf5'] as const

/** The hash covers 17 values. With a mandate the exact text of its terms is one more. */
export function requestHash(fields: Hashed & Fields, salt: string): string {
  const { key, txnid, amount, productinfo, firstname, email } = fields
  return sha512([
    key,
    txnid,
    amount,
    productinfo,
    firstname,
    email,
    ...UDF.map((name) => fields[name] ?? ''),
    ...RESERVED,
    ...(fields['si_details'] ? [fields['si_details']] : []),
    salt,
  ])
}

/** The hash covers 18 values, with the additional charges before them if there are any. The amount is hashed as it was sent. */
export function responseHash(fields: Fields, key: string, salt: string): string {
  const value = (name: string) => fields[name] ?? ''
  const charges = value('additionalCharges') || value('additional_charges')
  const udf = UDF.toReversed().map(value)
  const rest = ['email', 'firstname', 'productinfo', 'amount', 'txnid'].map(value)
  return sha512([...(charges ? [charges] : []), salt, value('status'), ...RESERVED, ...udf, ...rest, key])
}

export const commandHash = (key: string, name: string, var1: string, salt: string): string =>
  sha512([key, name, var1, salt])

export function createPayu(settings: PayuSettings): NonNullable<Payments['payu']> {
  return {
    origin: new URL(settings.page).origin,
    start: async (payment) => ({ kind: 'form', action: settings.page, fields: formOf(settings, payment) }),
    recurring: createPayuMandates({
      start: (payment, mandateFields) => ({
        kind: 'form',
        action: settings.page,
        fields: formOf(settings, payment, mandateFields),
      }),
      command: (name, request) => command(settings, name, { var1: JSON.stringify(request) }),
    }),
    readReply: (fields) => readReply(settings, fields),
    readDispute: (fields, signature) => readDispute(settings, fields, signature),
    fetchStatus: (query) => fetchStatus(settings, query),
    async refund({ paymentId, amount }, key) {
      const response = await command(settings, 'cancel_refund_transaction', {
        var1: paymentId,
        var2: key.slice(0, 23),
        var3: decimalText(amount),
      })
      // "Already" and "duplicate": an earlier request with this key was accepted.
      return is(response, Refunded) && (Number(response.status) === 1 || /already|duplicate/i.test(response.msg ?? ''))
    },
  }
}

function formOf(
  { key, salt, returnUrl }: PayuSettings,
  payment: Payment,
  mandateFields: Record<string, string> = {},
): Record<string, string> {
  const fields = {
    key,
    txnid: payment.key,
    amount: decimalText(payment.amount),
    productinfo: `Order ${payment.orderId}`,
    firstname: plainAscii(payment.firstName, 60, 'Listener'),
    lastname: plainAscii(payment.lastName, 60, ''),
    email: plainAscii(payment.email, 50, ''),
    phone: payment.mobile.replace(/\D/g, '').slice(-15),
    surl: returnUrl,
    furl: returnUrl,
    ...mandateFields,
  }
  return { ...fields, hash: requestHash(fields, salt) }
}

/** Checks the hash with the shop's key, never with the posted one (attack case 20). The hash does not cover mihpayid, which only distinguishes repeated messages. */
function readReply({ key, salt }: PayuSettings, fields: Fields): GatewayMessage | undefined {
  if (!isEqual(responseHash(fields, key, salt), fields['hash'] ?? '')) return undefined
  const { txnid = '', status = '', mihpayid = '' } = fields
  return {
    key: txnid,
    fingerprint: `${txnid} ${status} ${mihpayid}`.slice(0, 200),
    claims: status === 'success' ? 'paid' : 'other',
  }
}

/** The signature of a dispute, in the header X-PayU-Dispute-Webhook-Signature-V2. */
export const disputeHash = (fields: Fields, key: string, salt: string): string =>
  sha512([key, ...['txn_id', 'cb_amount', 'cb_id', 'cb_type', 'cb_status'].map((name) => fields[name] ?? ''), salt])

function readDispute({ key, salt }: PayuSettings, fields: Fields, signature: string): GatewayMessage | undefined {
  const { txn_id = '', cb_id = '', cb_status = '' } = fields
  if (!isEqual(disputeHash(fields, key, salt), signature)) return undefined
  return { key: txn_id, fingerprint: `dispute ${txn_id} ${cb_id} ${cb_status}`.slice(0, 200), claims: 'other' }
}

function isEqual(expected: string, sent: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(sent)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const text = union([string(), number()])
const Transaction = type({
  mihpayid: text,
  status: string(),
  unmappedstatus: optional(string()),
  amt: optional(text),
  transaction_amount: optional(text),
  mode: optional(string()),
})
const Action = type({ action: string(), status: string(), amt: text })
const Actions = type({ transaction_details: record(string(), record(string(), Action)) })
/** These work with bank accounts in India only; a card may be of any country. */
const INDIAN_MODES = new Set(['UPI', 'NB'])
const Verified = type({ transaction_details: record(string(), Transaction) })
const Refunded = type({ status: text, msg: optional(string()) })

/** Only a captured payment is paid. A state that is not final is polled again. */
async function fetchStatus(settings: PayuSettings, { key, acceptedPayment }: PaymentQuery): Promise<PaymentStatus> {
  const response = await command(settings, 'verify_payment', { var1: key })
  const found =
    is(response, Verified) && Object.hasOwn(response.transaction_details, key)
      ? response.transaction_details[key]
      : undefined
  if (!found) return { state: 'unknown' }
  const { status, unmappedstatus = '' } = found
  const amount = minorOf(found.transaction_amount ?? found.amt)
  if (status === 'success' && unmappedstatus === 'captured') {
    if (amount === undefined) return { state: 'wrong' }
    const payment = { paymentId: String(found.mihpayid), amount, currency: 'INR' }
    const isReturned = acceptedPayment && (await returnedAmount(settings, acceptedPayment)) >= amount
    return {
      state: isReturned ? 'refunded' : 'paid',
      ...payment,
      ...(INDIAN_MODES.has(found.mode ?? '') && { country: 'IN' }),
    }
  }
  if (status === 'failure')
    return { state: /^(?:usercancelled|userCancelled|dropped)$/.test(unmappedstatus) ? 'cancelled' : 'failed' }
  return { state: status === 'success' || status === 'pending' ? 'pending' : 'unknown' }
}

/** A captured payment stays captured when it is refunded or charged back; its actions tell it. */
async function returnedAmount(settings: PayuSettings, paymentId: string): Promise<number> {
  const response = await command(settings, 'check_action_status', { var1: paymentId, var2: 'payuid' })
  const actions = is(response, Actions) ? Object.values(response.transaction_details[paymentId] ?? {}) : []
  return actions
    .filter(({ action, status }) => /^(?:refund|chargeback)$/i.test(action) && !/^fail/i.test(status))
    .reduce((sum, { amt }) => sum + (minorOf(amt) ?? 0), 0)
}

async function command(
  { key, salt, commands }: PayuSettings,
  name: string,
  vars: { var1: string; [name: string]: string },
): Promise<unknown> {
  const body = new URLSearchParams({ key, command: name, ...vars, hash: commandHash(key, name, vars.var1, salt) })
  return (await requestGateway(commands, { method: 'POST', body }))?.body
}
