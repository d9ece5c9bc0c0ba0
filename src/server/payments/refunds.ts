import { digits, money } from '#i18n/format.ts'
import type { Db } from '../db/connect.ts'
import { enqueue } from '../jobs/queue.ts'
import { revokeLines } from '../orders/fulfilment.ts'
import { closeUnpaidOrder, type OrderRow } from '../orders/order-rows.ts'
import { issueNumber } from '../orders/serial-numbers.ts'
import type { AttemptRow } from './attempts.ts'
import type { SettlementDependencies } from './payment-hooks.ts'

/** The poller sends it. An attempt is refunded once. */
export async function insertRefund(
  inner: Db,
  context: SettlementDependencies,
  { id, key, amount }: AttemptRow,
  reason: string,
): Promise<void> {
  await inner.query(
    'insert into refunds (attempt_id, key, amount, reason, due_at) values ($1, $2, $3, $4, $5) on conflict (attempt_id) do nothing',
    [id, `r${key}`.slice(0, 23), amount, reason, context.now()],
  )
}

/** Returns money that buys nothing, tells the payer, and raises an alarm. */
export async function queueRefund(
  inner: Db,
  context: SettlementDependencies,
  order: OrderRow,
  attempt: AttemptRow,
  reason: string,
): Promise<void> {
  await insertRefund(inner, context, attempt, reason)
  await sendRefundMail(inner, context, order, attempt)
  context.alarm('payment refunded', { gateway: attempt.gateway, attempt: attempt.id, reason })
}

export async function sendRefundMail(
  inner: Db,
  context: SettlementDependencies,
  { id, email, locale }: OrderRow,
  { amount, currency }: AttemptRow,
): Promise<void> {
  // The address was erased with its account.
  if (email === '') return
  const values = { order: digits(id, locale), total: money(amount, currency, locale) }
  await enqueue(inner, context, { kind: 'mail', letter: { name: 'refunded', to: email, locale, values } })
}

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
  const [other] = await inner.query(`select 1 from payment_attempts where order_id = $1 and state = 'paid'`, [order.id])
  if (!other && order.status !== 'refunded') await refundOrder(inner, context, order, attempt)
  await context.paymentHooks.onPaymentReturned(inner, context, attempt, paymentId)
}

/** Issues a credit note, revokes the grants and mails the buyer. An unpaid order only closes. */
async function refundOrder(
  inner: Db,
  context: SettlementDependencies,
  order: OrderRow,
  attempt: AttemptRow,
): Promise<void> {
  if (order.status === 'paid') {
    await inner.query(`update orders set status = 'refunded' where id = $1`, [order.id])
    await issueNumber(inner, context.now(), order.id, 'C')
    await revokeLines(inner, context, order.id)
    await sendRefundMail(inner, context, order, attempt)
  } else await closeUnpaidOrder(inner, order.id, 'failed')
  await context.paymentHooks.onOrderRefunded(inner, context, order.id)
}
