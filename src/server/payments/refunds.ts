import type { Db } from '../db/connect.ts'
import { revokeLines } from '../orders/fulfilment.ts'
import { closeUnpaidOrder, type OrderRow } from '../orders/order-rows.ts'
import { issueNumber } from '../orders/serial-numbers.ts'
import { broughtBy, type AttemptRow } from './attempts.ts'
import { returnedOf } from './line-refunds.ts'
import type { SettlementDependencies } from './payment-hooks.ts'
import { sendRefundMail } from './refund-mails.ts'

/** The poller sends it. An attempt is refunded once. */
export async function insertRefund(
  inner: Db,
  context: SettlementDependencies,
  { id, key, amount }: AttemptRow,
  reason: string,
): Promise<void> {
  await inner.query(
    'insert into refunds (attempt_id, key, amount, reason, queued_at, due_at) values ($1, $2, $3, $4, $5, $5) on conflict (attempt_id) do nothing',
    [id, `r${key}`.slice(0, 23), amount, reason, context.now()],
  )
}

/** Returns money that buys nothing, tells the payer, and raises an alarm. */
export async function refundUselessPayment(
  inner: Db,
  context: SettlementDependencies,
  order: OrderRow,
  attempt: AttemptRow,
  reason: string,
): Promise<void> {
  await insertRefund(inner, context, attempt, reason)
  await sendRefundMail(inner, context, order, { name: 'refunded', ...moneyOf(attempt) })
  context.alarm('payment refunded', { gateway: attempt.gateway, attempt: attempt.id, reason })
}

const moneyOf = (attempt: AttemptRow) => ({ amount: broughtBy(attempt), currency: attempt.currency })

/** The gateway or the payer's bank has returned the money. The order closes, unless another payment of it stands. */
export async function recordRefund(
  inner: Db,
  context: SettlementDependencies,
  order: OrderRow,
  attempt: AttemptRow,
  paymentId: string,
): Promise<void> {
  await inner.query(
    `update payment_attempts set state = 'refunded', gateway_payment = $2, check_at = null where id = $1`,
    [attempt.id, paymentId],
  )
  // What the gateway has returned must not be returned once more.
  for (const table of ['refunds', 'line_refunds'])
    await inner.query(`update ${table} set state = 'done' where attempt_id = $1`, [attempt.id])
  const [other] = await inner.query(`select 1 from payment_attempts where order_id = $1 and state = 'paid'`, [order.id])
  if (!other && order.status !== 'refunded') await closeRefundedOrder(inner, context, order, attempt)
  await context.paymentHooks.onPaymentReturned(inner, context, attempt, paymentId)
}

/** Issues a credit note, revokes the grants and mails the buyer. An unpaid order only closes. */
async function closeRefundedOrder(
  inner: Db,
  context: SettlementDependencies,
  order: OrderRow,
  attempt: AttemptRow,
): Promise<void> {
  if (order.status === 'paid') {
    await inner.query(`update orders set status = 'refunded' where id = $1`, [order.id])
    await issueNumber(inner, context.now(), order.id, 'C')
    await revokeLines(inner, context, order.id)
    const amount = broughtBy(attempt) - (await returnedOf(inner, attempt))
    await sendRefundMail(inner, context, order, { name: 'refunded', ...moneyOf(attempt), amount })
  } else await closeUnpaidOrder(inner, order.id, 'failed')
  await context.paymentHooks.onOrderRefunded(inner, context, order.id)
}
