import type { HeldFor } from '#contract/desk/orders.ts'
import type { Minor } from '#contract/money/money.ts'
import type { PaymentStatus, ReceivedPayment } from '../adapters/payment/port.ts'
import type { Db } from '../db/connect.ts'
import { IS_OPEN_PAYMENT } from '../db/payment-states.ts'
import type { Row } from '../db/row.ts'
import type { orderLines } from '../db/schema/orders/orders.ts'
import type { paymentAttempts } from '../db/schema/orders/payments.ts'
import { fulfil } from '../orders/fulfilment.ts'
import { lockCartsOf, lockListener } from '../orders/locks.ts'
import { closeUnpaidOrder, lockOrder, reserveCoupon, type OrderRow } from '../orders/order-rows.ts'
import { ownedLines } from '../orders/owned-lines.ts'
import { attemptById, broughtBy, firstRecheck, type AttemptRow } from './attempts.ts'
import { contradiction } from './country-evidence.ts'
import { refundLines, returnedOf } from './line-refunds.ts'
import type { SettlementDependencies } from './payment-hooks.ts'
import { refundUselessPayment, recordRefund } from './refunds.ts'

type OrderOfAttempt = Pick<Row<typeof paymentAttempts>, 'order_id'> & Pick<OrderRow, 'owner'>
type LineOfOrder = Pick<Row<typeof orderLines>, 'id' | 'plan_id'>
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
    const [found] = await inner.query<OrderOfAttempt>(
      'select a.order_id, o.owner from payment_attempts a join orders o on o.id = a.order_id where a.id = $1',
      [attemptId],
    )
    if (!found) throw new Error(`payment attempt ${attemptId} does not exist`)
    const { order_id: orderId, owner } = found
    await lockCartsOf(inner, owner)
    const locked = await lockOrder(inner, orderId)
    await applyStatus(inner, context, locked, await attemptById(inner, attemptId), status)
    return lockOrder(inner, orderId)
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
  if (status.state === 'refunded') {
    const returned = await returnedOf(inner, attempt)
    // Its free lines stay when the money of all others went back by line.
    const isByLine = returned > 0 && (status.mayBePartial || returned >= broughtBy(attempt))
    return isByLine ? undefined : recordRefund(inner, context, order, attempt, status.paymentId)
  }
  if (attempt.state === 'paid' || attempt.state === 'held') return
  if (status.state === 'paid') return checkPayment(inner, context, order, attempt, status)
  if (status.state === 'wrong')
    return holdPayment(inner, context, attempt, { heldFor: 'otherOrder', reason: 'money of another order' })
  if (attempt.state === status.state) return
  // A pending payment is asked about again, also when polling had ended.
  await inner.query(
    `update payment_attempts set state = $2, check_at = case when $2 = 'pending' then coalesce(check_at, $3) else check_at end where id = $1`,
    [attempt.id, status.state, firstRecheck(context.now())],
  )
  if (status.state === 'pending') return
  const isFirstFailure = attempt.state === 'started' || attempt.state === 'pending'
  if (!(isFirstFailure && (await context.paymentHooks.onAttemptFailed(inner, context, order))))
    await closeAfterLastAttempt(inner, order.id, status.state)
}

/** A pending or held payment keeps the order open. */
async function closeAfterLastAttempt(inner: Db, orderId: number, state: 'failed' | 'cancelled'): Promise<void> {
  const live = await inner.query(`select 1 from payment_attempts a where order_id = $1 and ${IS_OPEN_PAYMENT}`, [
    orderId,
  ])
  if (live.length === 0) await closeUnpaidOrder(inner, orderId, state)
}

/** `received`: what came, in the currency of the attempt. */
type Hold = { heldFor: HeldFor; reason: string; received?: Minor }

/** An operator decides about a held payment: it may belong to another order, or have another amount. */
async function holdPayment(
  inner: Db,
  context: SettlementDependencies,
  attempt: AttemptRow,
  { heldFor, reason, received }: Hold,
): Promise<void> {
  await inner.query(
    `update payment_attempts set state = 'held', check_at = null, held_for = $2, received = nullif(least($3::bigint, 2147483647)::int, amount) where id = $1`,
    [attempt.id, heldFor, received ?? null],
  )
  context.alarm('payment held', { gateway: attempt.gateway, attempt: attempt.id, reason })
}

async function checkPayment(
  inner: Db,
  context: SettlementDependencies,
  order: OrderRow,
  attempt: AttemptRow,
  { paymentId, amount, currency, country }: Paid,
): Promise<void> {
  const difference = `${amount} ${currency} instead of ${attempt.amount} ${attempt.currency}`
  if (currency !== attempt.currency)
    return holdPayment(inner, context, attempt, { heldFor: 'currency', reason: difference })
  if (amount !== attempt.amount)
    return holdPayment(inner, context, attempt, { heldFor: 'amount', reason: difference, received: amount })
  if (await paidAnotherAttempt(inner, attempt, paymentId))
    return holdPayment(inner, context, attempt, {
      heldFor: 'usedElsewhere',
      reason: 'a payment that paid another order',
    })
  if (country) await inner.query('update payment_attempts set payer_country = $2 where id = $1', [attempt.id, country])
  // A mandate has shown its payer already.
  const evidence = (await context.paymentHooks.isRenewal(inner, order.id))
    ? undefined
    : await contradiction(inner, order, country)
  if (evidence) return holdPayment(inner, context, attempt, { heldFor: 'country', reason: evidence })
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
  await inner.query(
    `update payment_attempts set state = 'paid', gateway_payment = $2, checks = 0, check_at = $3, received = nullif($4, amount) where id = $1`,
    [attempt.id, paymentId, firstRecheck(context.now()), amount],
  )
  const received = { ...attempt, amount, received: amount }
  await lockListener(inner, order.userId)
  const owned = await ownedLines(inner, order)
  const lines = await inner.query<LineOfOrder>('select id, plan_id from order_lines where order_id = $1', [order.id])
  // Without an owner the account was erased while the payment was under way.
  const isSellable = order.owner !== null && owned.size < lines.length
  if (isSellable && (order.status === 'open' || (await canRevive(inner, context, order))))
    return sellLines(inner, context, order, { attempt: received, paymentId, lines, owned })
  await closeUnpaidOrder(inner, order.id, 'cancelled')
  await context.paymentHooks.onPaymentReturned(inner, context, attempt, paymentId)
  const isPaidTwice = order.status === 'paid' || order.status === 'refunded'
  const isOwned = !isPaidTwice && owned.size > 0 && owned.size === lines.length
  await refundUselessPayment(
    inner,
    context,
    order,
    received,
    isPaidTwice ? 'paid twice' : isOwned ? 'already owned' : 'too late',
  )
}

type Sale = { attempt: AttemptRow; paymentId: string; lines: LineOfOrder[]; owned: ReadonlySet<number> }

/** Lines that another order or a gift brought while the gateway's page was open are not sold: their money goes back. */
async function sellLines(
  inner: Db,
  context: SettlementDependencies,
  order: OrderRow,
  { attempt, paymentId, lines, owned }: Sale,
): Promise<void> {
  await fulfil(inner, context, order, owned)
  if (owned.size > 0) await refundLines(inner, context, order, attempt, owned, 'already owned')
  // A plan that goes back must not be debited again.
  const isPlanReturned = lines.some(({ id, plan_id: planId }) => planId !== null && owned.has(id))
  if (isPlanReturned) return context.paymentHooks.onPaymentReturned(inner, context, attempt, paymentId)
  return context.paymentHooks.onPaymentAccepted(inner, context, order, attempt, paymentId)
}

/** A late payment still buys a closed order, unless the order is a gift or a renewal, was replaced by a paid one, or its content was withdrawn. */
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
     union all select 1 from order_lines l join products p on p.id = l.product_id where l.order_id = $1 and p.status <> 'published'`,
    [order.id, order.replacesId, order.cartId],
  )
  if (obstacles.length > 0) return false
  const coupon = order.couponId === null ? 'unlimited' : await reserveCoupon(inner, order.couponId, order.owner)
  if (coupon === 'reserved') await inner.query('update orders set holds_coupon = true where id = $1', [order.id])
  return coupon !== 'usedUp'
}
