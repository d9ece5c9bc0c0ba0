import { isOwned } from '../db/ownership.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { orders } from '../db/schema/orders/orders.ts'
import { addToLibrary, grant } from './library.ts'

/** What an order line for a title gives and takes back. */
export const titleFulfiller = {
  grant: (inner: Db, now: Date, userId: number, productId: number, reason: 'purchase' | 'gift'): Promise<void> =>
    grant({ db: inner, now: () => now }, userId, productId, reason),

  /** The library follows the grants: of several the title keeps the others. A title that a running plan covers stays as covered. */
  async revoke(inner: Db, now: Date, userId: number, productId: number): Promise<void> {
    const how = await otherGrantOf(inner, userId, productId)
    if (how)
      return void (await inner.query('update library_entries set how = $3 where user_id = $1 and product_id = $2', [
        userId,
        productId,
        how,
      ]))
    const taken = await inner.query(
      `delete from library_entries e where e.user_id = $1 and e.product_id = $2 and ${isOwned('e')} returning 1`,
      [userId, productId],
    )
    if (taken.length > 0) await addToLibrary({ db: inner, now: () => now }, userId, productId)
  },
}

/** How the listener still has the title. */
async function otherGrantOf(inner: Db, userId: number, productId: number): Promise<'purchase' | 'gift' | undefined> {
  const [other] = await inner.query<{ isGift: Row<typeof orders>['is_gift'] }>(
    `select o.is_gift as "isGift" from grants g join order_lines l on l.id = g.line_id join orders o on o.id = l.order_id
       where g.user_id = $1 and l.product_id = $2 and g.revoked_at is null
     union all select true from library_entries where user_id = $1 and product_id = $2 and given_at is not null
     order by 1 limit 1`,
    [userId, productId],
  )
  return other && (other.isGift ? 'gift' : 'purchase')
}
