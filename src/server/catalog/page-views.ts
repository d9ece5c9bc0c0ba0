import type { AppContext } from '../context.ts'

type PageView = { category_id?: number | undefined; product_id?: number | undefined }

/** Views of titles and categories for children are not counted. */
const TARGETS = {
  product: `select audio_type = 'kids' as for_kids from products where id = $1 and status = 'published'`,
  category: `select kind = 'kids' as for_kids from categories where id = $1`,
} as const

/** Counts views per day and target, and stores nothing about the visitor [BR-5, KI-3]. */
export async function countPageView(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { category_id, product_id }: PageView,
): Promise<'counted' | 'notFound'> {
  const [kind, id] =
    product_id === undefined ? (['category', category_id] as const) : (['product', product_id] as const)
  if (id === undefined || (category_id !== undefined && product_id !== undefined)) return 'notFound'
  const [found] = await db.query<{ for_kids: boolean }>(TARGETS[kind], [id])
  if (!found) return 'notFound'
  if (found.for_kids) return 'counted'
  await db.query(
    `insert into openings as o (day, kind, target_id) values (($1::timestamptz at time zone 'Asia/Kolkata')::date, $2, $3)
     on conflict (day, kind, target_id) do update set count = o.count + 1`,
    [now(), kind, id],
  )
  return 'counted'
}
