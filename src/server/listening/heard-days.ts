import type { Db } from '../db/connect.ts'

/** Rows over which the reports of one title and day are spread, so that many listeners at once do not wait for one row. */
const PARTS = 16

/** Counts heard seconds for figures and royalties: per day in India and title, without the listener. Last in its transaction. */
export async function countHeard(
  inner: Db,
  { userId, productId, seconds, at }: { userId: number; productId: number; seconds: number; at: Date },
): Promise<void> {
  if (seconds < 1) return
  await inner.query(
    `insert into listening_days as d (day, product_id, access, part, seconds)
     select ($3::timestamptz at time zone 'Asia/Kolkata')::date, p.id,
       case when p.is_free then 'free'
         when exists (select 1 from library_entries e where e.user_id = $1 and e.product_id = p.id and e.how in ('purchase', 'gift')) then 'owned'
         else 'plan' end, $5, $4 from products p where p.id = $2
     on conflict (day, product_id, access, part) do update set seconds = d.seconds + excluded.seconds`,
    [userId, productId, at, seconds, userId % PARTS],
    'count heard',
  )
}
