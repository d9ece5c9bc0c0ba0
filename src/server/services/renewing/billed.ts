import type { Db } from '../../db/connect.ts'
import type { World } from '../../world.ts'
import { insertAttempt, type AttemptRow } from '../paying/attempts.ts'
import { withdraw } from '../selling/order-rows.ts'
import { placeOrder } from '../selling/orders.ts'
import { draftOfBilled } from './drafts.ts'
import { runsOut, type MandateRow } from './mandates.ts'

type Given = Pick<World, 'db' | 'vault' | 'now' | 'wake' | 'alarm'>
type Billed = { attempt: AttemptRow; canSell: boolean }

/** An order of its own, and a period of its own, for money that a gateway took under a consent whose row is held. `key`: the gateway's name for it. */
export async function orderBilled(inner: Db, world: Given, mandate: MandateRow, key?: string): Promise<Billed> {
  const { draft, buyer, canSell } = await draftOfBilled(inner, mandate)
  const order = await placeOrder(inner, world, buyer, draft)
  if (order === 'coupon') throw new Error('a renewal has no coupon')
  const attempt = await insertAttempt(inner, world.now(), order, mandate.gateway, key)
  await takePeriod(inner, world, mandate, order.id)
  // Money that comes after the end goes back (case 43), and so does what nothing can be sold for.
  if (mandate.state !== 'active' || !canSell) await withdraw(inner, order.id, 'cancelled')
  return { attempt, canSell }
}

async function takePeriod(inner: Db, world: Given, { id, userId, state }: MandateRow, orderId: number): Promise<void> {
  const taken = await inner.query(
    `update renewal_periods set order_id = $2, state = 'debiting' where mandate_id = $1 and state in ('waiting','noticed') and order_id is null returning id`,
    [id, orderId],
  )
  if (taken.length > 0) return
  const due = (userId === null ? null : await runsOut(inner, userId)) ?? world.now()
  // Two sales before one end are two periods all the same.
  await inner.query(
    `insert into renewal_periods (mandate_id, due_at, act_at, state, order_id)
     select $1, greatest($2::timestamptz, max(due_at) + interval '1 millisecond'), $3, $4, $5 from renewal_periods where mandate_id = $1`,
    [id, due, world.now(), state === 'active' ? 'debiting' : 'dropped', orderId],
  )
}
