import type { PaymentStatus } from '../adapters/payment/port.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import type { AttemptRow } from './attempts.ts'

export type SettlementDependencies = Pick<
  AppContext,
  'db' | 'encryption' | 'now' | 'wake' | 'alarm' | 'fulfillers' | 'paymentHooks'
>
export type PaymentDependencies = SettlementDependencies & Pick<AppContext, 'payments'>

/**
 * What other domains do when a payment changes. Renewals implement it, `context.ts` registers it. `inner` is the transaction
 * of the settlement, which has locked the row of the order.
 */
export type PaymentHooks = {
  /** Whether the order renews a plan: only its own debit may pay it. */
  isRenewal(db: Db, orderId: number): Promise<boolean>
  /** An attempt failed for the first time. True keeps the order open, because it will be debited again. */
  onAttemptFailed(inner: Db, context: SettlementDependencies, order: OrderRow): Promise<boolean>
  /** The order is paid and fulfilled. */
  onPaymentAccepted(
    inner: Db,
    context: SettlementDependencies,
    order: OrderRow,
    attempt: AttemptRow,
    paymentId: string,
  ): Promise<void>
  /** The payment goes back, or went back: nothing may be debited because of it. */
  onPaymentReturned(inner: Db, context: SettlementDependencies, attempt: AttemptRow, paymentId: string): Promise<void>
  /** A refund has closed the order. */
  onOrderRefunded(inner: Db, context: SettlementDependencies, orderId: number): Promise<void>
  /** A reply of a gateway is settled. Runs outside of the transaction. */
  onReplySettled(context: PaymentDependencies, attempt: AttemptRow): Promise<void>
  /** The status of a payment that the gateway debited by itself, and that has no order there. Undefined: it is another payment, or the gateway does not answer. */
  gatewayDebitStatus(
    context: Pick<AppContext, 'db' | 'payments'>,
    attempt: AttemptRow,
  ): Promise<PaymentStatus | undefined>
}
