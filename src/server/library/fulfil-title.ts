import type { Db } from '../db/connect.ts'
import { grant } from './library.ts'

/** What an order line for a title gives and takes back. */
export const titleFulfiller = {
  grant: (inner: Db, now: Date, userId: number, productId: number, reason: 'purchase' | 'gift'): Promise<void> =>
    grant({ db: inner, now: () => now }, userId, productId, reason),

  async revoke(inner: Db, userId: number, productId: number): Promise<void> {
    await inner.query(
      `delete from library_entries where user_id = $1 and product_id = $2 and how in ('purchase', 'gift')`,
      [userId, productId],
    )
  },
}
