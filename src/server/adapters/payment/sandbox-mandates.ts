import { is, record, string, type } from 'superstruct'
import { DAY_MS } from '#contract/time/day.ts'
import { parseJson, minorOf, type Fields } from './port.ts'
import type { PaymentSandbox, SandboxMandate, SandboxPayment } from './sandbox.ts'

const Request = record(string(), string())
const Details = type({ billingAmount: string() })
const ENDED = { status: 0, message: 'Mandate is not active' }

/** The commands of PayU about a mandate, which the first payment names. Undefined: another command. */
export function mandateCommand(sandbox: PaymentSandbox, command: string, var1: string): object | undefined {
  const run = COMMANDS[command.replace(/^upi_/, '')]
  const request = parseJson(var1)
  if (!run || !is(request, Request)) return undefined
  const payment = sandbox.find('payu', request['authPayuId'] ?? request['authpayuid'] ?? '')
  // A refund of the payment does not end the mandate.
  if (payment?.fields['si'] !== '1' || (payment.state !== 'paid' && payment.state !== 'refunded'))
    return { status: 0, message: 'Invalid authPayuId' }
  return run({ sandbox, payment, mandate: sandbox.mandate(payment.id), request })
}

type MandateCall = { sandbox: PaymentSandbox; payment: SandboxPayment; mandate: SandboxMandate; request: Fields }

const COMMANDS: Record<string, (call: MandateCall) => object> = {
  check_mandate_status: ({ mandate }) => ({ status: mandate.isEnded ? 'revoked' : 'active', action: 'MANDATE_STATUS' }),
  mandate_status: ({ mandate }) => ({ status: mandate.isEnded ? 'revoked' : 'active', action: 'MANDATE_STATUS' }),
  mandate_revoke({ mandate }) {
    if (mandate.isEnded) return ENDED
    mandate.isEnded = true
    return { status: 1, action: 'MANDATE_REVOKE', message: 'Request Initiated' }
  },
  pre_debit_SI: receiveNotice,
  si_transaction: debit,
}

function receiveNotice({ sandbox, payment, mandate, request }: MandateCall): object {
  const { amount = '', requestId = '', debitDate = '' } = request
  const details = parseJson(payment.fields['si_details'] ?? '')
  const ceiling = is(details, Details) ? (minorOf(details.billingAmount) ?? 0) : 0
  if (mandate.isEnded) return ENDED
  if ((minorOf(amount) ?? 0) > ceiling) return { status: 0, message: 'E4112 amount beyond the mandate' }
  if (!mandate.notices.has(requestId))
    mandate.notices.set(requestId, { amount, debitDate, at: sandbox.now().getTime() })
  return {
    status: 1,
    action: 'MANDATE_PRE_DEBIT',
    message: 'Request Processed Successfully',
    invoiceId: `INV${requestId}`,
  }
}

/** A debit needs a notice that is a day old and names the same amount, as banks require. A repeated txnid is the same debit. */
function debit({ sandbox, payment, mandate, request }: MandateCall): object {
  const { txnid = '', amount = '', invoiceDisplayNumber = '', email = '', phone = '' } = request
  const notice = mandate.notices.get(invoiceDisplayNumber)
  const existing = sandbox.find('payu', txnid)
  if (existing)
    return { status: 1, message: 'Transaction Processed successfully', details: { [txnid]: { payuid: existing.id } } }
  if (mandate.isEnded) return ENDED
  if (!notice || notice.amount !== amount || sandbox.now().getTime() - notice.at < DAY_MS)
    return { status: 0, message: 'Pre debit notification is missing' }
  const fields = { amount, productinfo: 'Renewal', firstname: 'Listener', email, phone, of: payment.id }
  const newPayment = {
    gateway: 'payu',
    key: txnid,
    amount,
    currency: 'INR',
    fields,
    returnUrl: '',
    cancelUrl: '',
    merchant: payment.merchant,
    locale: 'en',
  } as const
  const created = sandbox.begin(newPayment)
  created.state = mandate.next
  mandate.debits += 1
  return {
    status: 1,
    message: 'Transaction Processed successfully',
    details: { [txnid]: { payuid: created.id, status: created.state } },
  }
}

/** Every sale of a PayPal subscription, the setup fee first. */
export function subscriptionSales(sandbox: PaymentSandbox, { id, state, amount, currency }: SandboxPayment): object[] {
  const first = state === 'paid' || state === 'refunded' ? [{ id: `S${id}`, state, amount, at: 0 }] : []
  return [...first, ...sandbox.mandate(id).sales].map((sale) => ({
    id: sale.id,
    status: sale.state === 'paid' ? 'COMPLETED' : 'REFUNDED',
    time: new Date(sale.at).toISOString(),
    amount_with_breakdown: { gross_amount: { currency_code: currency, value: sale.amount } },
  }))
}

export function subscriptionView(sandbox: PaymentSandbox, { id, state, fields }: SandboxPayment, base: string): object {
  const activeStatus = state === 'started' || state === 'cancelled' ? 'APPROVAL_PENDING' : 'ACTIVE'
  const status = state === 'failed' || sandbox.mandate(id).isEnded ? 'CANCELLED' : activeStatus
  const links = [{ rel: 'approve', href: `${base}/subscribe?ba_token=${id}`, method: 'GET' }]
  const { plan_id, custom_id, start_time = '', days = '' } = fields
  const next = new Date(Date.parse(start_time) + Number(days) * sandbox.mandate(id).sales.length * DAY_MS)
  const billing = status === 'ACTIVE' && { billing_info: { next_billing_time: next.toISOString() } }
  return { id, status, plan_id, custom_id, links, ...billing }
}
