import { is, record, string, type } from 'superstruct'
import { jsonOf, minorOf, type Fields } from './port.ts'
import type { PaymentSandbox, SandboxMandate, SandboxPayment } from './sandbox.ts'

const DAY_MS = 86_400_000
const Asked = record(string(), string())
const Details = type({ billingAmount: string() })
const OVER = { status: 0, message: 'Mandate is not active' }

/** PayU's commands about a consent, which is a payment that was made with one. Undefined: another command. */
export function mandateCommand(sandbox: PaymentSandbox, command: string, var1: string): object | undefined {
  const known = COMMANDS[command.replace(/^upi_/, '')]
  const asked = jsonOf(var1)
  if (!known || !is(asked, Asked)) return undefined
  const payment = sandbox.find('payu', asked['authPayuId'] ?? asked['authpayuid'] ?? '')
  // A refund of the payment leaves the consent as it is.
  if (payment?.fields['si'] !== '1' || (payment.state !== 'paid' && payment.state !== 'refunded'))
    return { status: 0, message: 'Invalid authPayuId' }
  return known({ sandbox, payment, mandate: sandbox.mandate(payment.id), asked })
}

type About = { sandbox: PaymentSandbox; payment: SandboxPayment; mandate: SandboxMandate; asked: Fields }

const COMMANDS: Record<string, (about: About) => object> = {
  check_mandate_status: ({ mandate }) => ({ status: mandate.isEnded ? 'revoked' : 'active', action: 'MANDATE_STATUS' }),
  mandate_status: ({ mandate }) => ({ status: mandate.isEnded ? 'revoked' : 'active', action: 'MANDATE_STATUS' }),
  mandate_revoke({ mandate }) {
    if (mandate.isEnded) return OVER
    mandate.isEnded = true
    return { status: 1, action: 'MANDATE_REVOKE', message: 'Request Initiated' }
  },
  pre_debit_SI: announce,
  si_transaction: debit,
}

function announce({ sandbox, payment, mandate, asked }: About): object {
  const { amount = '', requestId = '', debitDate = '' } = asked
  const details = jsonOf(payment.fields['si_details'] ?? '')
  const ceiling = is(details, Details) ? (minorOf(details.billingAmount) ?? 0) : 0
  if (mandate.isEnded) return OVER
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

/** As strict as a bank: no debit without a notice that is a day old and of the same amount. The same name again is the same debit. */
function debit({ sandbox, payment, mandate, asked }: About): object {
  const { txnid = '', amount = '', invoiceDisplayNumber = '', email = '', phone = '' } = asked
  const notice = mandate.notices.get(invoiceDisplayNumber)
  const known = sandbox.find('payu', txnid)
  if (known)
    return { status: 1, message: 'Transaction Processed successfully', details: { [txnid]: { payuid: known.id } } }
  if (mandate.isEnded) return OVER
  if (!notice || notice.amount !== amount || sandbox.now().getTime() - notice.at < DAY_MS)
    return { status: 0, message: 'Pre debit notification is missing' }
  const fields = { amount, productinfo: 'Renewal', firstname: 'Listener', email, phone, of: payment.id }
  const about = {
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
  const made = sandbox.begin(about)
  made.state = mandate.next
  mandate.debits += 1
  return {
    status: 1,
    message: 'Transaction Processed successfully',
    details: { [txnid]: { payuid: made.id, status: made.state } },
  }
}

/** Of PayPal: everything that was paid under a subscription, the setup fee first. */
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
  const begun = state === 'started' || state === 'cancelled' ? 'APPROVAL_PENDING' : 'ACTIVE'
  const status = state === 'failed' || sandbox.mandate(id).isEnded ? 'CANCELLED' : begun
  const links = [{ rel: 'approve', href: `${base}/subscribe?ba_token=${id}`, method: 'GET' }]
  return { id, status, plan_id: fields['plan_id'], custom_id: fields['custom_id'], links }
}
