import type { AppContext } from '../context.ts'
import type { Row } from '../db/row.ts'
import type { orders } from '../db/schema/orders/orders.ts'
import type { Buyer } from '../http/buyer.ts'
import { closeUnpaidOrder } from '../orders/order-rows.ts'
import type { Failure } from '../runtime/failure.ts'

/** Cancels an unpaid gift by the token of its order, or of its cart while there is no order yet (attack case 48). */
export async function cancelGift(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { owner }: Buyer,
  token: string,
): Promise<object | Failure<'notFound' | 'alreadyPaid'>> {
  return db.transaction(async (inner) => {
    const [order] = await inner.query<Pick<Row<typeof orders>, 'id' | 'status'>>(
      `select o.id, o.status from orders o left join carts c on c.id = o.cart_id
       where o.owner = $2 and o.is_gift and (o.token = $1 or c.token = $1) order by o.id desc limit 1 for update of o`,
      [token, owner],
    )
    if (order?.status === 'paid' || order?.status === 'refunded') return { fault: 'alreadyPaid' }
    const carts = await inner.query(
      `update carts c set closed_at = $3 where owner = $2 and is_gift and closed_at is null
         and (token = $1 or exists (select 1 from orders o where o.cart_id = c.id and o.token = $1)) returning id`,
      [token, owner, now()],
    )
    if (order) await closeUnpaidOrder(inner, order.id, 'cancelled')
    return order || carts.length > 0 ? {} : { fault: 'notFound' }
  })
}
