import { createHash, timingSafeEqual } from 'node:crypto'
import { is, number, optional, record, string, type, union } from 'superstruct'
import { createPayuMandates } from './payu-mandates.ts'
import {
  amountText,
  exchange,
  minorOf,
  plainAscii,
  type Asked,
  type Fields,
  type Payment,
  type Payments,
  type Told,
  type Verdict,
} from './port.ts'

/** `page`: where the form goes; `commands`: where the server asks. Both change for the sandbox. */
export type PayuSettings = { key: string; salt: string; page: string; commands: string; returnUrl: string }

const sha512 = (parts: readonly string[]): string => createHash('sha512').update(parts.join('|')).digest('hex')
const EMPTY = ['', '', '', '', '']

type Hashed = { key: string; txnid: string; amount: string; productinfo: string; firstname: string; email: string }
const UDF = ['udf1', 'udf2', 'udf3', 'udf4', 'udf5'] as const

/** 17 values (protocols 1.1); a consent is one more, its very text. */
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
    ...EMPTY,
    ...(fields['si_details'] ? [fields['si_details']] : []),
    salt,
  ])
}

/** 18 values, and the charges before them when PayU added some. The amount is taken as it was sent. */
export function responseHash(fields: Fields, key: string, salt: string): string {
  const value = (name: string) => fields[name] ?? ''
  const charges = value('additionalCharges') || value('additional_charges')
  const udf = UDF.toReversed().map(value)
  const rest = ['email', 'firstname', 'productinfo', 'amount', 'txnid'].map(value)
  return sha512([...(charges ? [charges] : []), salt, value('status'), ...EMPTY, ...udf, ...rest, key])
}

export const commandHash = (key: string, name: string, var1: string, salt: string): string =>
  sha512([key, name, var1, salt])

export function createPayu(settings: PayuSettings): NonNullable<Payments['payu']> {
  return {
    origin: new URL(settings.page).origin,
    start: async (payment) => ({ kind: 'form', action: settings.page, fields: formOf(settings, payment) }),
    recurring: createPayuMandates({
      start: (payment, consent) => ({
        kind: 'form',
        action: settings.page,
        fields: formOf(settings, payment, consent),
      }),
      command: (name, asked) => command(settings, name, { var1: JSON.stringify(asked) }),
    }),
    read: (fields) => readTold(settings, fields),
    ask: (asked) => verify(settings, asked),
    async refund({ paymentId, amount }, key) {
      const answer = await command(settings, 'cancel_refund_transaction', {
        var1: paymentId,
        var2: key.slice(0, 23),
        var3: amountText(amount),
      })
      // 102: taken in charge. A token that was used before was taken in charge then.
      return is(answer, Refunded) && (Number(answer.status) === 1 || /already|duplicate/i.test(answer.msg ?? ''))
    },
  }
}

function formOf(
  { key, salt, returnUrl }: PayuSettings,
  payment: Payment,
  consent: Record<string, string> = {},
): Record<string, string> {
  const fields = {
    key,
    txnid: payment.key,
    amount: amountText(payment.amount),
    productinfo: `Order ${payment.orderId}`,
    firstname: plainAscii(payment.firstName, 60, 'Listener'),
    lastname: plainAscii(payment.lastName, 60, ''),
    email: plainAscii(payment.email, 50, ''),
    phone: payment.mobile.replace(/\D/g, '').slice(-15),
    surl: returnUrl,
    furl: returnUrl,
    ...consent,
  }
  return { ...fields, hash: requestHash(fields, salt) }
}

/** Made with our key, whatever key was posted (case 20). The hash does not cover mihpayid: it only tells repeats apart. */
function readTold({ key, salt }: PayuSettings, fields: Fields): Told | undefined {
  const [right, sent] = [Buffer.from(responseHash(fields, key, salt)), Buffer.from(fields['hash'] ?? '')]
  if (right.length !== sent.length || !timingSafeEqual(right, sent)) return undefined
  const { txnid = '', status = '', mihpayid = '' } = fields
  return {
    key: txnid,
    fingerprint: `${txnid} ${status} ${mihpayid}`.slice(0, 200),
    says: status === 'success' ? 'paid' : 'other',
  }
}

const text = union([string(), number()])
const Transaction = type({
  mihpayid: text,
  status: string(),
  unmappedstatus: optional(string()),
  amt: optional(text),
  transaction_amount: optional(text),
})
const Verified = type({ transaction_details: record(string(), Transaction) })
const Refunded = type({ status: text, msg: optional(string()) })

/** Only captured money is paid; everything that is not plainly an end is waited for. */
async function verify(settings: PayuSettings, { key }: Asked): Promise<Verdict> {
  const answer = await command(settings, 'verify_payment', { var1: key })
  const found =
    is(answer, Verified) && Object.hasOwn(answer.transaction_details, key) ? answer.transaction_details[key] : undefined
  if (!found) return { state: 'unknown' }
  const { status, unmappedstatus = '' } = found
  const amount = minorOf(found.transaction_amount ?? found.amt)
  if (status === 'success' && unmappedstatus === 'captured')
    return amount === undefined
      ? { state: 'wrong' }
      : { state: 'paid', paymentId: String(found.mihpayid), amount, currency: 'INR' }
  if (status === 'failure')
    return { state: /^(?:usercancelled|userCancelled|dropped)$/.test(unmappedstatus) ? 'cancelled' : 'failed' }
  return { state: status === 'success' || status === 'pending' ? 'pending' : 'unknown' }
}

async function command(
  { key, salt, commands }: PayuSettings,
  name: string,
  vars: { var1: string; [name: string]: string },
): Promise<unknown> {
  const body = new URLSearchParams({ key, command: name, ...vars, hash: commandHash(key, name, vars.var1, salt) })
  return (await exchange(commands, { method: 'POST', body }))?.body
}
