import { is, number, optional, string, type, union } from 'superstruct'
import { amountText, indianDay, type Consent, type Debiting, type Payment, type Started } from './port.ts'

type Wire = {
  /** The form of a payment with these fields besides. */
  start(payment: Payment, consent: Record<string, string>): Started
  command(name: string, asked: Record<string, string>): Promise<unknown>
}

const text = union([string(), number()])
const Answer = type({ status: optional(text), statusCode: optional(text), message: optional(text) })

/** PayU Autopay: consent with the first payment, then a notice and a debit for each period (protocols 1.1). */
export function createPayuMandates({ start, command }: Wire): Debiting {
  /** Cards and UPI have commands of their own, and nothing says which one a consent needs. */
  async function either(
    names: readonly [string, string],
    asked: Record<string, string>,
  ): Promise<{ status: string; message: string } | undefined> {
    const first = said(await command(names[0], asked))
    return first?.status === '1' || first?.status === 'active' ? first : (said(await command(names[1], asked)) ?? first)
  }
  return {
    start: async (payment, consent) => ({
      ...start(payment, { api_version: '7', si: '1', si_details: detailsOf(consent) }),
      plan: null,
    }),
    async announce({ mandate, notice, amount, debitAt }) {
      const asked = {
        authPayuId: mandate,
        requestId: notice,
        debitDate: indianDay(debitAt),
        amount: amountText(amount),
        invoiceDisplayNumber: notice,
      }
      return said(await command('pre_debit_SI', asked))?.status === '1'
    },
    async debit({ mandate, notice, amount, key, email, mobile }) {
      const phone = mobile.replace(/\D/g, '').slice(-15)
      const asked = {
        authpayuid: mandate,
        invoiceDisplayNumber: notice,
        amount: amountText(amount),
        txnid: key,
        phone,
        email,
      }
      const answer = said(await command('si_transaction', asked))
      return answer && (answer.status === '1' ? 'taken' : 'refused')
    },
    async state(mandate) {
      const answer = await either(['check_mandate_status', 'upi_mandate_status'], {
        authPayuId: mandate,
        requestId: `s${mandate}`,
      })
      if (answer?.status === 'active' || answer?.status === '1') return 'active'
      return answer && isOver(answer) ? 'ended' : 'unknown'
    },
    async revoke(mandate, key) {
      const answer = await either(['mandate_revoke', 'upi_mandate_revoke'], { authPayuId: mandate, requestId: key })
      return answer !== undefined && (answer.status === '1' || isOver(answer))
    },
  }
}

function said(answer: unknown): { status: string; message: string } | undefined {
  if (!is(answer, Answer)) return undefined
  return { status: String(answer.status ?? answer.statusCode ?? ''), message: String(answer.message ?? '') }
}

const isOver = ({ status, message }: { status: string; message: string }): boolean =>
  /revoked|cancel|expired|not active|deleted|completed/i.test(`${status} ${message}`)

/**
 * As presented, under a ceiling: a plan ends after its days, never after a month, later when another was bought, and a debit that
 * failed comes a day after. A cycle of the gateway would refuse all of these. UPI wants consents that begin today.
 */
function detailsOf({ ceiling, from, until }: Consent): string {
  return JSON.stringify({
    billingAmount: amountText(ceiling),
    billingCurrency: 'INR',
    billingCycle: 'ADHOC',
    billingInterval: 1,
    billingRule: 'MAX',
    paymentStartDate: indianDay(from),
    paymentEndDate: indianDay(until),
  })
}
