import type { PaymentStatus, ReceivedPayment } from '../adapters/payment/port.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { paymentAttempts } from '../db/schema/payments.ts'
import { fulfil } from '../orders/fulfilment.ts'
import { closeUnpaidOrder, orderById, reserveCoupon, type OrderRow } from '../orders/order-rows.ts'
import { attemptById, type AttemptRow } from './attempts.ts'
import type { SettlementDependencies } from './payment-hooks.ts'
import { queueRefund, recordRefund } from './refunds.ts'

type Paid = PaymentStatus & { state: 'paid' | 'refunded' }
/** What the gateway has really received, whatever was asked for. */
export type AcceptedPayment = Pick<ReceivedPayment, 'paymentId' | 'amount'>

/**
 * Applies the status of one attempt, as the gateway's server reports it. Nothing else changes money. The row of the order is
 * locked, so that browser, webhook and poller come one after the other; a repeated status changes nothing.
 */
export async function settle(
  context: SettlementDependencies,
  attemptId: number,
  status: PaymentStatus,
): Promise<OrderRow> {
  const order = await context.db.transaction(async (inner) => {
    const [{ order_id: orderId } = { order_id: 0 }] = await inner.query<Pick<Row<typeof paymentAttempts>, 'order_id'>>(
      'select order_id from payment_attempts where id = $1',
      [attemptId],
    )
    const locked = await orderById(inner, orderId)
    await applyStatus(inner, context, locked, await attemptById(inner, attemptId), status)
    return orderById(inner, orderId)
  })
  context.wake()
  return order
}

async function applyStatus(
  inner: Db,
  context: SettlementDependencies,
  order: OrderRow,
  attempt: AttemptRow,
  status: PaymentStatus,
): Promise<void> {
  if (attempt.state === 'refunded' || status.state === 'unknown') return
  if (status.state === 'refunded') return recordRefund(inner, context, order, attempt, status.paymentId)
  if (attempt.state === 'paid' || attempt.state === 'held') return
  if (status.state === 'paid') return checkPayment(inner, context, order, attempt, status)
  if (status.state === 'wrong') return holdPayment(inner, context, attempt, 'money of another order')
  if (attempt.state === status.state) return
  await inner.query('update payment_attempts set state = $2 where id = $1', [attempt.id, status.state])
  if (status.state === 'pending') return
  const isFirstFailure = attempt.state === 'started' || attempt.state === 'pending'
  if (!(isFirstFailure && (await context.paymentHooks.onAttemptFailed(inner, context, order))))
    await closeAfterLastAttempt(inner, order.id, status.state)
}

/** A pending or held payment keeps the order open. */
async function closeAfterLastAttempt(inner: Db, orderId: number, state: 'failed' | 'cancelled'): Promise<void> {
  const live = await inner.query(
    `select 1 from payment_attempts where order_id = $1 and state in ('pending', 'held')`,
    [orderId],
  )
  if (live.length === 0) await closeUnpaidOrder(inner, orderId, state)
}

/** An operator decides about a held payment: it may belong to another order, or have another amount. */
async function holdPayment(
  inner: Db,
  context: SettlementDependencies,
  attempt: AttemptRow,
  reason: string,
): Promise<void> {
  await inner.query(`update payment_attempts set state = 'held', check_at = null where id = $1`, [attempt.id])
  context.alarm('payment held', { gateway: attempt.gateway, attempt: attempt.id, reason })
}

async function checkPayment(
  inner: Db,
  context: SettlementDependencies,
  order: OrderRow,
  attempt: AttemptRow,
  { paymentId, amount, currency }: Paid,
): Promise<void> {
  if (amount !== attempt.amount || currency !== attempt.currency)
    return holdPayment(
      inner,
      context,
      attempt,
      `${amount} ${currency} instead of ${attempt.amount} ${attempt.currency}`,
    )
  if (await paidAnotherAttempt(inner, attempt, paymentId))
    return holdPayment(inner, context, attempt, 'a payment that paid another order')
  return acceptPayment(inner, context, order, attempt, { paymentId, amount })
}

export async function paidAnotherAttempt(inner: Db, { id, gateway }: AttemptRow, paymentId: string): Promise<boolean> {
  const others = await inner.query(
    'select 1 from payment_attempts where gateway = $1 and gateway_payment = $2 and id <> $3',
    [gateway, paymentId, id],
  )
  return others.length > 0
}

/** Fulfils the order, or queues a refund when the order cannot take the payment any more. */
export async function acceptPayment(
  inner: Db,
  context: SettlementDependencies,
  order: OrderRow,
  attempt: AttemptRow,
  { paymentId, amount }: AcceptedPayment,
): Promise<void> {
  await inner.query(`update payment_attempts set state = 'paid', gateway_payment = $2, check_at = null where id = $1`, [
    attempt.id,
    paymentId,
  ])
  // Without an owner the account was erased while the payment was under way.
  if (order.owner !== null && (order.status === 'open' || (await canRevive(inner, context, order)))) {
    await fulfil(inner, context, order)
    return context.paymentHooks.onPaymentAccepted(inner, context, order, attempt, paymentId)
  }
  await context.paymentHooks.onPaymentReturned(inner, context, attempt, paymentId)
  const isPaidTwice = order.status === 'paid' || order.status === 'refunded'
  await queueRefund(inner, context, order, { ...attempt, amount }, isPaidTwice ? 'paid twice' : 'too late')
}

/** A late payment still buys a closed order, unless the order is a gift or a renewal, or its content was bought or withdrawn since. */
async function canRevive(
  inner: Db,
  { paymentHooks }: Pick<SettlementDependencies, 'paymentHooks'>,
  order: OrderRow,
): Promise<boolean> {
  if (order.isGift || order.userId === null || order.status === 'paid' || order.status === 'refunded') return false
  // The mandate of a closed renewal has ended (attack case 43).
  if (await paymentHooks.isRenewal(inner, order.id)) return false
  const obstacles = await inner.query(
    `select 1 from orders n where n.status = 'paid' and n.id <> $1 and (n.replaces_id = $1 or n.id = $2 or n.cart_id = $3)
     union all select 1 from order_lines l join library_entries e on e.product_id = l.product_id and e.user_id = $4 and e.how in ('purchase', 'gift') where l.order_id = $1
     union all select 1 from order_lines l join products p on p.id = l.product_id where l.order_id = $1 and p.status <> 'published'`,
    [order.id, order.replacesId, order.cartId, order.userId],
  )
  if (obstacles.length > 0) return false
  const coupon = order.couponId === null ? 'unlimited' : await reserveCoupon(inner, order.couponId)
  if (coupon === 'reserved') await inner.query('update orders set holds_coupon = true where id = $1', [order.id])
  return coupon !== 'usedUp'
}
