import type { Db } from '../db/connect.ts'
import { isOwned } from '../db/ownership.ts'

/** Rows over which the reports of one title and day are spread, so that many listeners at once do not wait for one row. */
const PARTS = 16

/**
 * SQL: when a listener ($1) came to own the title of the entry `e`. The entry alone does not know it: it may be older, from a
 * plan that covered the title.
 */
const OWNED_SINCE = `coalesce(least(e.given_at, (select min(g.granted_at) from grants g join order_lines l on l.id = g.line_id
  where g.user_id = $1 and l.product_id = e.product_id and g.revoked_at is null)), e.added_at)`

/**
 * Counts heard seconds for figures and royalties: per day in India and title, without the listener. Last in its
 * transaction. Reports come late: what was heard under a plan before the title was bought still earns its author plan minutes.
 */
export async function countHeard(
  inner: Db,
  { userId, productId, seconds, at }: { userId: number; productId: number; seconds: number; at: Date },
): Promise<void> {
  if (seconds < 1) return
  await inner.query(
    `insert into listening_days as d (day, product_id, access, part, seconds)
     select ($3::timestamptz at time zone 'Asia/Kolkata')::date, p.id,
       case when p.is_free then 'free'
         when exists (select 1 from library_entries e where e.user_id = $1 and e.product_id = p.id and ${isOwned('e')}
           and ${OWNED_SINCE} <= $3::timestamptz) then 'owned'
         else 'plan' end, $5, $4 from products p where p.id = $2
     on conflict (day, product_id, access, part) do update set seconds = d.seconds + excluded.seconds`,
    [userId, productId, at, seconds, userId % PARTS],
    'count heard',
  )
}
