import type { Db } from '../db/connect.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import { broughtBy, type AttemptRow } from './attempts.ts'
import type { SettlementDependencies } from './payment-hooks.ts'
import { returnedOf } from './line-refunds.ts'
import { sendRefundMail } from './refund-mails.ts'
import { insertRefund } from './refunds.ts'
import { acceptPayment, paidAnotherAttempt, type AcceptedPayment } from './settlement.ts'

/** Why the decision is refused: the attempt is in another state now, is being refunded, or its payment paid another attempt. */
type Conflict = 'moved' | 'underWay' | 'another'

async function conflictOf(
  inner: Db,
  attempt: AttemptRow,
  expected: 'paid' | 'held',
  paymentId: string | null,
): Promise<Conflict | undefined> {
  if ((await inner.query('select 1 from refunds where attempt_id = $1', [attempt.id])).length > 0) return 'underWay'
  if (attempt.state !== expected) return 'moved'
  return paymentId !== null && (await paidAnotherAttempt(inner, attempt, paymentId)) ? 'another' : undefined
}

/** The operator accepts a held payment for its order, whatever its amount. */
export async function releaseHeldPayment(
  inner: Db,
  context: SettlementDependencies,
  order: OrderRow,
  attempt: AttemptRow,
  payment: AcceptedPayment,
): Promise<Conflict | undefined> {
  const conflict = await conflictOf(inner, attempt, 'held', payment.paymentId)
  if (!conflict) await acceptPayment(inner, context, order, attempt, payment)
  return conflict
}

/**
 * The operator refunds a payment. `heldPayment`: what a held payment really brought. The payer of an accepted payment gets a
 * mail when the refund closes the order; a held payment closes nothing, so its payer gets the mail now.
 */
export async function refundPayment(
  inner: Db,
  context: SettlementDependencies,
  order: OrderRow,
  attempt: AttemptRow,
  heldPayment: AcceptedPayment | undefined,
): Promise<Conflict | undefined> {
  const conflict = await conflictOf(inner, attempt, heldPayment ? 'held' : 'paid', heldPayment?.paymentId ?? null)
  if (conflict) return conflict
  if (heldPayment)
    await inner.query('update payment_attempts set gateway_payment = $2 where id = $1', [
      attempt.id,
      heldPayment.paymentId,
    ])
  const received = heldPayment?.amount ?? broughtBy(attempt)
  const amount = received - (await returnedOf(inner, attempt))
  await insertRefund(inner, context, { ...attempt, amount }, 'by the shop')
  if (heldPayment) await sendRefundMail(inner, context, order, { name: 'refunded', amount, currency: attempt.currency })
  return undefined
}
