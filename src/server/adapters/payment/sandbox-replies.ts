import { decimalText } from '#contract/money/money.ts'
import { is, optional, string, type } from 'superstruct'
import { decryptText, encryptText } from './ccavenue.ts'
import { commandHash, responseHash } from './payu.ts'
import { parseJson, minorOf, type Fields } from './port.ts'
import { mandateCommand } from './sandbox-mandates.ts'
import { returnMoney, returnedBy, SANDBOX_KEYS, type PaymentSandbox, type SandboxPayment } from './sandbox.ts'

/** The fields that PayU's page posts back, with their hash. */
export function payuAnswer(
  { key, id, state, fields }: SandboxPayment,
  salt: string = SANDBOX_KEYS.payu.salt,
): Record<string, string> {
  const statuses: Partial<Record<SandboxPayment['state'], [string, string]>> = {
    paid: ['success', 'captured'],
    pending: ['pending', 'pending'],
    cancelled: ['failure', 'usercancelled'],
  }
  const [status, unmappedstatus] = statuses[state] ?? ['failure', 'failed']
  const { amount = '', productinfo = '', firstname = '', email = '', phone = '' } = fields
  const answer = {
    mihpayid: id,
    mode: 'UPI',
    status,
    unmappedstatus,
    key: SANDBOX_KEYS.payu.key,
    txnid: key,
    amount,
    productinfo,
    firstname,
    email,
    phone,
  }
  return { ...answer, hash: responseHash(answer, SANDBOX_KEYS.payu.key, salt) }
}

const PAYU: Record<SandboxPayment['state'], [string, string]> = {
  started: ['pending', 'initiated'],
  approved: ['pending', 'auth'],
  paid: ['success', 'captured'],
  pending: ['pending', 'pending'],
  failed: ['failure', 'failed'],
  cancelled: ['failure', 'userCancelled'],
  refunded: ['success', 'captured'],
}

export function payuCommand(sandbox: PaymentSandbox, fields: Fields): object {
  const { key, command = '', var1 = '', var2 = '', hash } = fields
  if (key !== SANDBOX_KEYS.payu.key || hash !== commandHash(key, command, var1, SANDBOX_KEYS.payu.salt))
    return { status: 0, msg: 'Invalid Hash.' }
  const mandateReply = mandateCommand(sandbox, command, var1)
  if (mandateReply) return mandateReply
  const payment = sandbox.find('payu', var1)
  if (command === 'cancel_refund_transaction') {
    if (!payment || (payment.state !== 'paid' && payment.state !== 'refunded'))
      return { status: 0, msg: 'Invalid payuid' }
    returnMoney(payment, var2, fields['var3'])
    return { status: 1, msg: 'Refund Request Queued', request_id: var2, error_code: 102 }
  }
  if (command === 'check_action_status') return payment ? actionsOf(payment) : { status: 0, msg: 'not found' }
  if (command !== 'verify_payment' || !payment || payment.state === 'started')
    return { status: 0, msg: '0 out of 1 Transactions Fetched Successfully', transaction_details: {} }
  const [status, unmappedstatus] = PAYU[payment.state]
  const details = {
    mihpayid: payment.id,
    txnid: payment.key,
    status,
    unmappedstatus,
    amt: payment.amount,
    transaction_amount: payment.amount,
    mode: payment.mode ?? 'UPI',
  }
  return {
    status: 1,
    msg: '1 out of 1 Transactions Fetched Successfully',
    transaction_details: { [payment.key]: details },
  }
}

/** What became of a captured payment, by the requests about it. */
function actionsOf({ id, amount, state, returned, isChargedBack }: SandboxPayment): object {
  const refunds = [...(returned ?? (state === 'refunded' ? [['1', minorOf(amount) ?? 0] as const] : []))].map(
    ([key, minor]) => [key, { action: 'refund', status: 'success', amt: decimalText(minor), token: key }],
  )
  const actions = isChargedBack
    ? [...refunds, ['chargeback', { action: 'chargeback', status: 'success', amt: amount }]]
    : refunds
  return {
    status: 1,
    msg: 'Transaction Fetched Successfully',
    transaction_details: { [id]: Object.fromEntries(actions) },
  }
}

const RETURNED: Record<SandboxPayment['state'], string> = {
  started: 'Initiated',
  approved: 'Awaited',
  paid: 'Success',
  pending: 'Awaited',
  failed: 'Failure',
  cancelled: 'Aborted',
  refunded: 'Success',
}
const TRACKED: Record<SandboxPayment['state'], string> = {
  started: 'Initiated',
  approved: 'Awaited',
  paid: 'Shipped',
  pending: 'Awaited',
  failed: 'Unsuccessful',
  cancelled: 'Aborted',
  refunded: 'Refunded',
}

export function ccavenueAnswer(
  { key, id, state, amount, currency }: SandboxPayment,
  workingKey: string = SANDBOX_KEYS.ccavenue.workingKey,
): Record<string, string> {
  const values = {
    order_id: key,
    tracking_id: id,
    bank_ref_no: id,
    order_status: RETURNED[state],
    currency,
    amount,
    mer_amount: amount,
    response_code: '0',
  }
  return { encResp: encryptText(new URLSearchParams(values).toString(), workingKey), orderNo: key }
}

const CommandRequest = type({
  order_no: optional(string()),
  reference_no: optional(string()),
  refund_amount: optional(string()),
  refund_ref_no: optional(string()),
})

export function ccavenueCommand(sandbox: PaymentSandbox, { command, enc_request = '', access_code }: Fields): string {
  const { workingKey, accessCode } = SANDBOX_KEYS.ccavenue
  const request = parseJson(decryptText(enc_request, workingKey) ?? '')
  const isValid = is(request, CommandRequest) && access_code === accessCode
  const payment = isValid ? sandbox.find('ccavenue', request.order_no ?? request.reference_no ?? '') : undefined
  if (!payment || !is(request, CommandRequest))
    return new URLSearchParams({ status: '1', enc_response: 'Invalid request', enc_error_code: '51407' }).toString()
  const encryptReply = (answer: object) =>
    new URLSearchParams({ status: '0', enc_response: encryptText(JSON.stringify(answer), workingKey) }).toString()
  if (command === 'refundOrder') {
    if (payment.state !== 'paid' && payment.state !== 'refunded')
      return encryptReply({ refund_status: 1, reason: 'not captured' })
    returnMoney(payment, request.refund_ref_no ?? '', request.refund_amount)
    return encryptReply({ refund_status: 0, reason: '' })
  }
  return encryptReply({
    reference_no: payment.id,
    order_no: payment.key,
    order_amt: payment.amount,
    order_gross_amt: payment.amount,
    order_currncy: payment.currency,
    order_status: payment.isChargedBack ? 'Chargeback' : TRACKED[payment.state],
  })
}

const CAPTURED: Partial<Record<SandboxPayment['state'], string>> = {
  paid: 'COMPLETED',
  pending: 'PENDING',
  failed: 'DECLINED',
  refunded: 'REFUNDED',
}

const UNPAID: Partial<Record<SandboxPayment['state'], string>> = {
  started: 'PAYER_ACTION_REQUIRED',
  approved: 'APPROVED',
  cancelled: 'PAYER_ACTION_REQUIRED',
}

function captureStatusOf(payment: SandboxPayment): string | undefined {
  if (payment.isChargedBack) return 'REVERSED'
  return payment.state === 'paid' && returnedBy(payment) > 0 ? 'PARTIALLY_REFUNDED' : CAPTURED[payment.state]
}

/** An order in PayPal's reply. */
export function paypalOrder(payment: SandboxPayment, base: string): object {
  const { id, key, state, amount, currency, fields, merchant, country } = payment
  const status = UNPAID[state] ?? 'COMPLETED'
  const capture = CAPTURED[state] && {
    id: `C${id}`,
    status: captureStatusOf(payment),
    amount: { currency_code: currency, value: amount },
  }
  return {
    id,
    status,
    ...(country && { payer: { address: { country_code: country } } }),
    links: [{ rel: 'payer-action', href: `${base}/checkoutnow?token=${id}`, method: 'GET' }],
    purchase_units: [
      {
        reference_id: key,
        custom_id: fields['custom_id'],
        invoice_id: fields['invoice_id'],
        payee: { merchant_id: merchant },
        ...(capture && { payments: { captures: [capture] } }),
      },
    ],
  }
}
