import { dayInIndia } from '#contract/time/day.ts'
import { decimalText } from '#contract/money/money.ts'
import { is, number, optional, string, type, union } from 'superstruct'
import {
  type CheckoutAction,
  type DebitNotice,
  type DebitRequest,
  type MandateTerms,
  type Payment,
  type ShopInitiatedDebits,
} from './port.ts'

type PayuClient = {
  /** The form of a payment with additional fields. */
  start(payment: Payment, mandateFields: Record<string, string>): CheckoutAction
  command(name: string, request: Record<string, string>): Promise<unknown>
}

type Command = PayuClient['command']
type MandateReply = { status: string; message: string }

const text = union([string(), number()])
const CommandReply = type({ status: optional(text), statusCode: optional(text), message: optional(text) })

/** PayU Autopay: the first payment creates the mandate, then each period has a notice and a debit. */
export function createPayuMandates({ start, command }: PayuClient): ShopInitiatedDebits {
  return {
    start: async (payment, terms) => ({
      ...start(payment, { api_version: '7', si: '1', si_details: detailsOf(terms) }),
      plan: null,
    }),
    sendNotice: (notice) => sendNotice(command, notice),
    debit: (request) => debit(command, request),
    async state(mandate) {
      const names = ['check_mandate_status', 'upi_mandate_status'] as const
      const reply = await cardOrUpi(command, names, { authPayuId: mandate, requestId: `s${mandate}` })
      if (reply?.status === 'active' || reply?.status === '1') return 'active'
      return reply && isEnded(reply) ? 'ended' : 'unknown'
    },
    async revoke(mandate, key) {
      const names = ['mandate_revoke', 'upi_mandate_revoke'] as const
      const reply = await cardOrUpi(command, names, { authPayuId: mandate, requestId: key })
      return reply !== undefined && (reply.status === '1' || isEnded(reply))
    },
  }
}

async function sendNotice(command: Command, { mandate, notice, amount, debitAt }: DebitNotice): Promise<boolean> {
  const request = {
    authPayuId: mandate,
    requestId: notice,
    debitDate: dayInIndia(debitAt),
    amount: decimalText(amount),
    invoiceDisplayNumber: notice,
  }
  return replyOf(await command('pre_debit_SI', request))?.status === '1'
}

async function debit(
  command: Command,
  { mandate, notice, amount, key, email, mobile }: DebitRequest,
): Promise<'accepted' | 'refused' | undefined> {
  const request = {
    authpayuid: mandate,
    invoiceDisplayNumber: notice,
    amount: decimalText(amount),
    txnid: key,
    phone: mobile.replace(/\D/g, '').slice(-15),
    email,
  }
  const reply = replyOf(await command('si_transaction', request))
  return reply && (reply.status === '1' ? 'accepted' : 'refused')
}

/** Cards and UPI have different commands, and PayU does not report which one a mandate needs. */
async function cardOrUpi(
  command: Command,
  [cardCommand, upiCommand]: readonly [string, string],
  request: Record<string, string>,
): Promise<MandateReply | undefined> {
  const card = replyOf(await command(cardCommand, request))
  if (card?.status === '1' || card?.status === 'active') return card
  return replyOf(await command(upiCommand, request)) ?? card
}

function replyOf(body: unknown): MandateReply | undefined {
  if (!is(body, CommandReply)) return undefined
  return { status: String(body.status ?? body.statusCode ?? ''), message: String(body.message ?? '') }
}

const isEnded = ({ status, message }: MandateReply): boolean =>
  /revoked|cancel|expired|not active|deleted|completed/i.test(`${status} ${message}`)

/**
 * Debits on demand, up to a ceiling. A fixed cycle of the gateway would refuse plans that do not last a month, plans that end
 * later because another was bought, and repeated debits. UPI requires mandates that begin today.
 */
function detailsOf({ ceiling, from, until }: MandateTerms): string {
  return JSON.stringify({
    billingAmount: decimalText(ceiling),
    billingCurrency: 'INR',
    billingCycle: 'ADHOC',
    billingInterval: 1,
    billingRule: 'MAX',
    paymentStartDate: dayInIndia(from),
    paymentEndDate: dayInIndia(until),
  })
}
