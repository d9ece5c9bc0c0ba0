import { isOwned } from '../db/ownership.ts'
import type { Db } from '../db/connect.ts'
import { IS_OPEN_PAYMENT } from '../db/payment-states.ts'
import type { Row } from '../db/row.ts'
import type { orderLines, orders } from '../db/schema/orders/orders.ts'
import { closeUnpaidOrder, type OrderRow } from './order-rows.ts'

type LineId = Pick<Row<typeof orderLines>, 'id'>
type OrderId = Pick<Row<typeof orders>, 'id'>

/** A renewal has the consent of its mandate: it neither doubles a plan nor is doubled by one. */
const IS_RENEWAL = (order: string) => `exists (select 1 from renewal_periods r where r.order_id = ${order})`

/**
 * Lines whose content the buyer already has: titles that are bought or given, and a plan that something else granted after
 * the order was placed. Call `lockListener` first.
 */
export async function ownedLines(inner: Db, { id, userId, isGift }: OrderRow): Promise<Set<number>> {
  if (isGift || userId === null) return new Set()
  const lines = await inner.query<LineId>(
    `select l.id from order_lines l join orders o on o.id = l.order_id where l.order_id = $1 and not ${IS_RENEWAL('o.id')} and (
       exists (select 1 from library_entries e where e.user_id = $2 and e.product_id = l.product_id and ${isOwned('e')})
       or exists (select 1 from grants g join order_lines m on m.id = g.line_id where g.user_id = $2 and g.revoked_at is null
         and m.plan_id = l.plan_id and m.order_id <> o.id and g.subscription_id > o.last_subscription_id and not ${IS_RENEWAL('m.order_id')}))`,
    [id, userId],
  )
  return new Set(lines.map((line) => line.id))
}

/** Whether another payment of this buyer for the same content may still be accepted. */
export async function isUnderWayElsewhere(inner: Db, { id, owner, isGift }: OrderRow): Promise<boolean> {
  if (isGift) return false
  const others = await inner.query(
    `select 1 from orders o join payment_attempts a on a.order_id = o.id and ${IS_OPEN_PAYMENT}
     where o.owner = $1 and o.id <> $2 and o.status <> 'paid' and not o.is_gift and not ${IS_RENEWAL('o.id')}
       and not exists (select 1 from refunds r where r.attempt_id = a.id)
       and exists (select 1 from order_lines m join order_lines l on l.variant = m.variant where m.order_id = o.id and l.order_id = $2) limit 1`,
    [owner, id],
  )
  return others.length > 0
}

/**
 * Closes other unpaid orders of the buyer that share content with a new one. `skip locked`: an order that is being paid or
 * settled just now stays open, and its settlement asks again what the buyer owns.
 */
export async function closeOverlapping(
  inner: Db,
  owner: string,
  variants: readonly number[],
  { cartId, replacesId }: { cartId: number | null; replacesId?: number | undefined },
): Promise<void> {
  const others = await inner.query<OrderId>(
    `select o.id from orders o where o.owner = $1 and o.status = 'open' and not o.is_gift and not ${IS_RENEWAL('o.id')}
       and ($3::bigint is null or o.cart_id is distinct from $3) and ($4::bigint is null or o.replaces_id is distinct from $4)
       and exists (select 1 from order_lines l where l.order_id = o.id and l.variant = any($2))
       and not exists (select 1 from payment_attempts a where a.order_id = o.id and ${IS_OPEN_PAYMENT})
     order by o.id for update of o skip locked`,
    [owner, variants, cartId, replacesId ?? null],
  )
  for (const { id } of others) await closeUnpaidOrder(inner, id, 'cancelled')
}
