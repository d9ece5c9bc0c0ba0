import type { PaymentHooks } from '../payments/payment-hooks.ts'
import { completePeriod, isRenewal, retryDebit } from './debits/debit-result.ts'
import { activateMandate, endMandateOfOrder, endMandateOfPayment } from './mandates.ts'
import { gatewayDebitStatus, settleSales } from './debits/paypal-sales.ts'

/** What renewals do when a payment changes. */
export const renewalHooks: PaymentHooks = {
  isRenewal,
  onAttemptFailed: retryDebit,
  async onPaymentAccepted(inner, context, order, attempt, paymentId) {
    await completePeriod(inner, order)
    await activateMandate(inner, context, order, attempt, paymentId)
  },
  onPaymentReturned: endMandateOfPayment,
  onOrderRefunded: endMandateOfOrder,
  async onReplySettled(context, attempt) {
    if (attempt.gateway === 'paypal' && attempt.isRenewing) await settleSales(context, attempt.id)
  },
  gatewayDebitStatus,
}
