import type { Db } from '../db/connect.ts'

type Opened = { category_id?: number | undefined; product_id?: number | undefined }

/** What may be counted: nothing that children open. */
const COUNTED = {
  product: `select audio_type = 'kids' as for_kids from products where id = $1 and status = 'published'`,
  category: `select kind = 'kids' as for_kids from categories where id = $1`,
} as const

/** A number for the day, and nothing about who it was (BR-5, KI-3). */
export async function countPageView(
  { db, now }: { db: Db; now: () => Date },
  { category_id, product_id }: Opened,
): Promise<'counted' | 'notFound'> {
  const [kind, id] =
    product_id === undefined ? (['category', category_id] as const) : (['product', product_id] as const)
  if (id === undefined || (category_id !== undefined && product_id !== undefined)) return 'notFound'
  const [found] = await db.query<{ for_kids: boolean }>(COUNTED[kind], [id])
  if (!found) return 'notFound'
  if (found.for_kids) return 'counted'
  await db.query(
    `insert into openings as o (day, kind, target_id) values (($1::timestamptz at time zone 'Asia/Kolkata')::date, $2, $3)
     on conflict (day, kind, target_id) do update set count = o.count + 1`,
    [now(), kind, id],
  )
  return 'counted'
}
