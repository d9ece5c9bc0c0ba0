import type { Db } from '../db/connect.ts'
import type { AppContext } from '../context.ts'
import { insertAttempt, type AttemptRow } from '../payments/attempts.ts'
import { withdraw } from '../orders/order-rows.ts'
import { placeOrder } from '../orders/create-order.ts'
import { draftOfBilled } from './order-drafts.ts'
import { runsOut, type MandateRow } from './mandates.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'alarm'>
type Billed = { attempt: AttemptRow; canSell: boolean }

/** An order of its own, and a period of its own, for money that a gateway took under a consent whose row is held. `key`: the gateway's name for it. */
export async function orderBilled(inner: Db, context: Given, mandate: MandateRow, key?: string): Promise<Billed> {
  const { draft, buyer, canSell } = await draftOfBilled(inner, mandate)
  const order = await placeOrder(inner, context, buyer, draft)
  if (order === 'coupon') throw new Error('a renewal has no coupon')
  const attempt = await insertAttempt(inner, context.now(), order, mandate.gateway, key)
  await takePeriod(inner, context, mandate, order.id)
  // Money that comes after the end goes back (case 43), and so does what nothing can be sold for.
  if (mandate.state !== 'active' || !canSell) await withdraw(inner, order.id, 'cancelled')
  return { attempt, canSell }
}

async function takePeriod(
  inner: Db,
  context: Given,
  { id, userId, state }: MandateRow,
  orderId: number,
): Promise<void> {
  const taken = await inner.query(
    `update renewal_periods set order_id = $2, state = 'debiting' where mandate_id = $1 and state in ('waiting','noticed') and order_id is null returning id`,
    [id, orderId],
  )
  if (taken.length > 0) return
  const due = (userId === null ? null : await runsOut(inner, userId)) ?? context.now()
  // Two sales before one end are two periods all the same.
  await inner.query(
    `insert into renewal_periods (mandate_id, due_at, act_at, state, order_id)
     select $1, greatest($2::timestamptz, max(due_at) + interval '1 millisecond'), $3, $4, $5 from renewal_periods where mandate_id = $1`,
    [id, due, context.now(), state === 'active' ? 'debiting' : 'dropped', orderId],
  )
}
