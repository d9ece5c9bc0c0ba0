import type { Db } from '../../db/connect.ts'
import { placeOrder } from '../../orders/create-order.ts'
import { closeUnpaidOrder } from '../../orders/order-rows.ts'
import { insertAttempt, type AttemptRow } from '../../payments/attempts.ts'
import type { SettlementDependencies } from '../../payments/payment-hooks.ts'
import { planEndsAt, type MandateRow } from '../mandates.ts'
import { draftForDebit } from '../order-drafts.ts'

/**
 * Creates an order, an attempt and a period for a debit that the gateway has already made. Lock the mandate first. `key`: the
 * gateway's name of the debit. `canSell` false: nothing can be sold for the money.
 */
export async function orderForDebit(
  inner: Db,
  context: SettlementDependencies,
  mandate: MandateRow,
  key?: string,
): Promise<{ attempt: AttemptRow; canSell: boolean }> {
  const { draft, buyer, canSell } = await draftForDebit(inner, mandate)
  const order = await placeOrder(inner, context, buyer, draft)
  if (order === 'coupon') throw new Error('a renewal has no coupon')
  const attempt = await insertAttempt(inner, context.now(), order, mandate.gateway, key)
  await assignPeriod(inner, context, mandate, order.id)
  // The settlement of a closed order refunds the money (attack case 43).
  if (mandate.state !== 'active' || !canSell) await closeUnpaidOrder(inner, order.id, 'cancelled')
  return { attempt, canSell }
}

async function assignPeriod(
  inner: Db,
  context: Pick<SettlementDependencies, 'now'>,
  { id, userId, state }: MandateRow,
  orderId: number,
): Promise<void> {
  const assigned = await inner.query(
    `update renewal_periods set order_id = $2, state = 'debiting' where mandate_id = $1 and state in ('waiting','noticed') and order_id is null returning id`,
    [id, orderId],
  )
  if (assigned.length > 0) return
  const dueAt = (userId === null ? null : await planEndsAt(inner, userId)) ?? context.now()
  // `(mandate_id, due_at)` is unique: a second debit before the same end gets a later moment.
  await inner.query(
    `insert into renewal_periods (mandate_id, due_at, act_at, state, order_id)
     select $1, greatest($2::timestamptz, max(due_at) + interval '1 millisecond'), $3, $4, $5 from renewal_periods where mandate_id = $1`,
    [id, dueAt, context.now(), state === 'active' ? 'debiting' : 'dropped', orderId],
  )
}
