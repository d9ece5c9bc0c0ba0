import type { Db } from '../db/connect.ts'
import type { Came, Verdict } from '../adapters/payment/port.ts'
import type { AppContext } from '../context.ts'
import { enqueue } from '../jobs/queue.ts'
import { digits, money } from '#i18n/format.ts'
import { fulfil } from '../orders/fulfilment.ts'
import { activateMandate, endMandateOf, refuseMandate } from '../renewals/mandates.ts'
import { isRenewal, markRenewed, triesAgain } from '../renewals/debit-result.ts'
import { holdCoupon, orderById, withdraw, type OrderRow } from '../orders/order-rows.ts'
import { issueNumber } from '../orders/serial-numbers.ts'
import { attemptById, type AttemptRow } from './attempts.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'alarm'>
type Money = Verdict & { state: 'paid' | 'refunded' }
type Taken = Pick<Came, 'paymentId' | 'amount'>

/**
 * Acts on what a gateway's server says of one try: the only place where money changes anything. The order's row is held, so
 * that browser, push and clock come one after the other; what was acted on before changes nothing.
 */
export async function settle(context: Given, attemptId: number, verdict: Verdict): Promise<OrderRow> {
  const order = await context.db.transaction(async (inner) => {
    const [{ order_id: orderId } = { order_id: 0 }] = await inner.query<{ order_id: number }>(
      'select order_id from payment_attempts where id = $1',
      [attemptId],
    )
    const held = await orderById(inner, orderId)
    await apply(inner, context, held, await attemptById(inner, attemptId), verdict)
    return orderById(inner, orderId)
  })
  context.wake()
  return order
}

async function apply(inner: Db, context: Given, order: OrderRow, attempt: AttemptRow, verdict: Verdict): Promise<void> {
  if (attempt.state === 'refunded' || verdict.state === 'unknown') return
  if (verdict.state === 'refunded') return takeBack(inner, context, order, attempt, verdict)
  if (attempt.state === 'paid' || attempt.state === 'held') return
  if (verdict.state === 'paid') return takeMoney(inner, context, order, attempt, verdict)
  if (verdict.state === 'wrong') return hold(inner, context, attempt, 'money of another order')
  // The same end again is no other end.
  if (attempt.state === verdict.state) return
  await inner.query('update payment_attempts set state = $2 where id = $1', [attempt.id, verdict.state])
  if (verdict.state === 'pending') return
  const isFirst = attempt.state === 'started' || attempt.state === 'pending'
  if (!(isFirst && (await triesAgain(inner, context, order)))) await endIfOver(inner, order.id, verdict.state)
}

/** An order fails with its last try; one that is still under way keeps it open. */
async function endIfOver(inner: Db, orderId: number, state: 'failed' | 'cancelled'): Promise<void> {
  const live = await inner.query(
    `select 1 from payment_attempts where order_id = $1 and state in ('pending', 'held')`,
    [orderId],
  )
  if (live.length === 0) await withdraw(inner, orderId, state)
}

async function hold(inner: Db, context: Given, attempt: AttemptRow, reason: string): Promise<void> {
  await inner.query(`update payment_attempts set state = 'held', check_at = null where id = $1`, [attempt.id])
  context.alarm('payment held', { gateway: attempt.gateway, attempt: attempt.id, reason })
}

async function takeMoney(
  inner: Db,
  context: Given,
  order: OrderRow,
  attempt: AttemptRow,
  { paymentId, amount, currency }: Money,
): Promise<void> {
  if (amount !== attempt.amount || currency !== attempt.currency)
    return hold(inner, context, attempt, `${amount} ${currency} instead of ${attempt.amount} ${attempt.currency}`)
  if (await paidAnother(inner, attempt, paymentId))
    return hold(inner, context, attempt, 'a payment that paid another order')
  return accept(inner, context, order, attempt, { paymentId, amount })
}

async function paidAnother(inner: Db, { id, gateway }: AttemptRow, paymentId: string): Promise<boolean> {
  const others = await inner.query(
    'select 1 from payment_attempts where gateway = $1 and gateway_payment = $2 and id <> $3',
    [gateway, paymentId, id],
  )
  return others.length > 0
}

/** Why somebody of the shop cannot decide about money: it is not where it was looked at, goes back already, or paid another order. */
type Undecided = 'moved' | 'underWay' | 'another'

async function doubtOf(
  inner: Db,
  attempt: AttemptRow,
  seen: 'paid' | 'held',
  paymentId: string | null,
): Promise<Undecided | undefined> {
  if ((await inner.query('select 1 from refunds where attempt_id = $1', [attempt.id])).length > 0) return 'underWay'
  if (attempt.state !== seen) return 'moved'
  return paymentId !== null && (await paidAnother(inner, attempt, paymentId)) ? 'another' : undefined
}

/** Somebody of the shop takes held money for its order, whatever its amount. */
export async function release(
  inner: Db,
  context: Given,
  order: OrderRow,
  attempt: AttemptRow,
  came: Taken,
): Promise<Undecided | undefined> {
  const doubt = await doubtOf(inner, attempt, 'held', came.paymentId)
  if (!doubt) await accept(inner, context, order, attempt, came)
  return doubt
}

async function accept(
  inner: Db,
  context: Given,
  order: OrderRow,
  attempt: AttemptRow,
  { paymentId, amount }: Taken,
): Promise<void> {
  await inner.query(`update payment_attempts set state = 'paid', gateway_payment = $2, check_at = null where id = $1`, [
    attempt.id,
    paymentId,
  ])
  // Of nobody: the account went while the money was on its way.
  if (order.owner !== null && (order.status === 'open' || (await canRevive(inner, order)))) {
    await fulfil(inner, context, order)
    await markRenewed(inner, order)
    return activateMandate(inner, context, order, attempt, paymentId)
  }
  await refuseMandate(inner, context, attempt, paymentId)
  // Never silent: money that buys nothing any more goes back by itself.
  await queueRefund(
    inner,
    context,
    order,
    { ...attempt, amount },
    order.status === 'paid' || order.status === 'refunded' ? 'paid twice' : 'too late',
  )
}

/** Money that comes after an order ended buys it all the same, unless its sender cancelled a gift, or it was bought otherwise. */
async function canRevive(inner: Db, order: OrderRow): Promise<boolean> {
  if (order.isGift || order.userId === null || order.status === 'paid' || order.status === 'refunded') return false
  // Its consent has ended since (case 43).
  if (await isRenewal(inner, order.id)) return false
  const taken = await inner.query(
    `select 1 from orders n where n.status = 'paid' and n.id <> $1 and (n.replaces_id = $1 or n.id = $2 or n.cart_id = $3)
     union all select 1 from order_lines l join library_entries e on e.product_id = l.product_id and e.user_id = $4 and e.how in ('purchase', 'gift') where l.order_id = $1
     union all select 1 from order_lines l join products p on p.id = l.product_id where l.order_id = $1 and p.status <> 'published'`,
    [order.id, order.replacesId, order.cartId, order.userId],
  )
  if (taken.length > 0) return false
  const coupon = order.couponId === null ? 'free' : await holdCoupon(inner, order.couponId)
  if (coupon === 'held') await inner.query('update orders set holds_coupon = true where id = $1', [order.id])
  return coupon !== 'gone'
}

/**
 * Somebody of the shop sends it back. `came`: what a held payment really brought. Who paid is told when the gateway has taken it
 * and the order closes; a held payment has nothing to close, so he is told now.
 */
export async function giveBack(
  inner: Db,
  context: Given,
  order: OrderRow,
  attempt: AttemptRow,
  came: Taken | undefined,
): Promise<Undecided | undefined> {
  const doubt = await doubtOf(inner, attempt, came ? 'held' : 'paid', came?.paymentId ?? null)
  if (doubt) return doubt
  if (came)
    await inner.query('update payment_attempts set gateway_payment = $2 where id = $1', [attempt.id, came.paymentId])
  await insertRefund(inner, context, { ...attempt, ...came }, 'by the shop')
  if (came) await tellRefund(inner, context, order, { ...attempt, ...came })
  return undefined
}

async function insertRefund(inner: Db, context: Given, { id, key, amount }: AttemptRow, reason: string): Promise<void> {
  await inner.query(
    'insert into refunds (attempt_id, key, amount, reason, due_at) values ($1, $2, $3, $4, $5) on conflict (attempt_id) do nothing',
    [id, `r${key}`.slice(0, 23), amount, reason, context.now()],
  )
}

async function queueRefund(
  inner: Db,
  context: Given,
  order: OrderRow,
  attempt: AttemptRow,
  reason: string,
): Promise<void> {
  await insertRefund(inner, context, attempt, reason)
  await tellRefund(inner, context, order, attempt)
  context.alarm('payment refunded', { gateway: attempt.gateway, attempt: attempt.id, reason })
}

async function tellRefund(
  inner: Db,
  context: Given,
  { id, email, locale }: OrderRow,
  { amount, currency }: AttemptRow,
): Promise<void> {
  // Erased with its account.
  if (email === '') return
  const values = { order: digits(id, locale), total: money(amount, currency, locale) }
  await enqueue(inner, context, { kind: 'mail', letter: { name: 'refunded', to: email, locale, values } })
}

/** The gateway gave the money back, or the payer's bank did: what it bought closes, once, and a credit note is written. */
async function takeBack(
  inner: Db,
  context: Given,
  order: OrderRow,
  attempt: AttemptRow,
  { paymentId }: Money,
): Promise<void> {
  await inner.query(
    `update payment_attempts set state = 'refunded', gateway_payment = $2, check_at = null where id = $1`,
    [attempt.id, paymentId],
  )
  const [other] = await inner.query(`select 1 from payment_attempts where order_id = $1 and state = 'paid'`, [order.id])
  if (!other && order.status !== 'refunded') await undo(inner, context, order, attempt)
  await refuseMandate(inner, context, attempt, paymentId)
}

async function undo(inner: Db, context: Given, order: OrderRow, attempt: AttemptRow): Promise<void> {
  if (order.status === 'paid') {
    await inner.query(`update orders set status = 'refunded' where id = $1`, [order.id])
    await issueNumber(inner, context.now(), order.id, 'C')
    await closeLines(inner, context.now(), order.id)
    await tellRefund(inner, context, order, attempt)
  } else await withdraw(inner, order.id, 'failed')
  await endMandateOf(inner, context, order.id)
}

async function closeLines(inner: Db, now: Date, orderId: number): Promise<void> {
  const closed = await inner.query<{
    user_id: number | null
    product_id: number | null
    subscription_id: number | null
  }>(
    `update grants g set revoked_at = $2 from order_lines l where l.id = g.line_id and l.order_id = $1 and g.revoked_at is null
     returning g.user_id, l.product_id, g.subscription_id`,
    [orderId, now],
  )
  for (const { user_id, product_id, subscription_id } of closed) {
    await inner.query(
      `delete from library_entries where user_id = $1 and product_id = $2 and how in ('purchase', 'gift')`,
      [user_id, product_id],
    )
    await inner.query(`update subscriptions set status = 'cancelled' where id = $1`, [subscription_id])
  }
}
