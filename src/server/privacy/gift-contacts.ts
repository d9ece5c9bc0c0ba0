import type { Db } from '../db/connect.ts'

/** What becomes of the columns of a gift. `isServed`: nobody waits for it any more. */
const EMPTIED = {
  email: 'redeemer_left or (giver_left and is_served)',
  last_name: 'redeemer_left or giver_left',
  mobile: 'redeemer_left or giver_left',
  // While the giver has an account, it says on their order for whom the gift was.
  first_name: 'giver_left and is_served',
  // The words of the giver are for whoever redeemed, and for the giver.
  message: 'giver_left and (redeemer_left or not is_paid)',
  // The voice ends with the account of its giver.
  spoken: 'giver_left',
}
const COLUMNS = Object.entries(EMPTIED) as [keyof typeof EMPTIED, string][]

/**
 * Empties what is needed no more in paid gifts whose giver or redeemer erases the account. Without a user: in all whose giver or
 * redeemer did so before. A gift that is not redeemed keeps the address, the first name and the message: it has yet to arrive.
 */
export async function emptyServedGifts(db: Db, userId: number | null): Promise<void> {
  await db.query(
    `with left_behind as (
       select g.order_id, o.email = '' as giver_left, o.status = 'paid' as is_paid, g.redeemed_at is not null or o.status <> 'paid' as is_served,
         g.redeemed_at is not null and (g.redeemed_by is null or g.redeemed_by = $1::bigint) as redeemer_left
       from gifts g join orders o on o.id = g.order_id
       where o.paid_at is not null and ($1::bigint is null or o.user_id = $1::bigint or g.redeemed_by = $1::bigint))
     update gifts g set ${COLUMNS.map(([name, when]) => `${name} = case when ${when} then '' else g.${name} end`).join(', ')}
     from left_behind where left_behind.order_id = g.order_id and (${COLUMNS.map(([name, when]) => `(${when}) and g.${name} <> ''`).join(' or ')})`,
    [userId],
  )
}
