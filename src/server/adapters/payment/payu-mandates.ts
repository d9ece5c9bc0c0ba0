import { is, number, optional, string, type, union } from 'superstruct'
import {
  amountText,
  indianDay,
  type MandateTerms,
  type ShopInitiatedDebits,
  type Payment,
  type CheckoutAction,
} from './port.ts'

type PayuClient = {
  /** The form of a payment with additional fields. */
  start(payment: Payment, mandateFields: Record<string, string>): CheckoutAction
  command(name: string, request: Record<string, string>): Promise<unknown>
}

const text = union([string(), number()])
const Response = type({ status: optional(text), statusCode: optional(text), message: optional(text) })

/** PayU Autopay: the first payment creates the mandate, then each period has a notice and a debit. */
export function createPayuMandates({ start, command }: PayuClient): ShopInitiatedDebits {
  /** Cards and UPI have different commands, and PayU does not report which one a mandate needs. */
  async function cardOrUpi(
    names: readonly [string, string],
    request: Record<string, string>,
  ): Promise<MandateResponse | undefined> {
    const card = responseOf(await command(names[0], request))
    if (card?.status === '1' || card?.status === 'active') return card
    return responseOf(await command(names[1], request)) ?? card
  }
  return {
    start: async (payment, terms) => ({
      ...start(payment, { api_version: '7', si: '1', si_details: detailsOf(terms) }),
      plan: null,
    }),
    async sendNotice({ mandate, notice, amount, debitAt }) {
      const request = {
        authPayuId: mandate,
        requestId: notice,
        debitDate: indianDay(debitAt),
        amount: amountText(amount),
        invoiceDisplayNumber: notice,
      }
      return responseOf(await command('pre_debit_SI', request))?.status === '1'
    },
    async debit({ mandate, notice, amount, key, email, mobile }) {
      const phone = mobile.replace(/\D/g, '').slice(-15)
      const request = {
        authpayuid: mandate,
        invoiceDisplayNumber: notice,
        amount: amountText(amount),
        txnid: key,
        phone,
        email,
      }
      const response = responseOf(await command('si_transaction', request))
      return response && (response.status === '1' ? 'accepted' : 'refused')
    },
    async state(mandate) {
      const response = await cardOrUpi(['check_mandate_status', 'upi_mandate_status'], {
        authPayuId: mandate,
        requestId: `s${mandate}`,
      })
      if (response?.status === 'active' || response?.status === '1') return 'active'
      return response && isEnded(response) ? 'ended' : 'unknown'
    },
    async revoke(mandate, key) {
      const response = await cardOrUpi(['mandate_revoke', 'upi_mandate_revoke'], {
        authPayuId: mandate,
        requestId: key,
      })
      return response !== undefined && (response.status === '1' || isEnded(response))
    },
  }
}

type MandateResponse = { status: string; message: string }

function responseOf(response: unknown): MandateResponse | undefined {
  if (!is(response, Response)) return undefined
  return { status: String(response.status ?? response.statusCode ?? ''), message: String(response.message ?? '') }
}

const isEnded = ({ status, message }: MandateResponse): boolean =>
  /revoked|cancel|expired|not active|deleted|completed/i.test(`${status} ${message}`)

/**
 * Debits on demand, up to a ceiling. A fixed cycle of the gateway would refuse plans that do not last a month, plans that end
 * later because another was bought, and repeated debits. UPI requires mandates that begin today.
 */
function detailsOf({ ceiling, from, until }: MandateTerms): string {
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
