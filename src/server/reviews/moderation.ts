import type { Db } from '../db/connect.ts'
import type { AppContext } from '../context.ts'
import { importStep } from '../db/upsert.ts'
import { noteAction } from '../audit/audit-log.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'

type Given = Pick<AppContext, 'db' | 'now'>
export type Decision = 'approved' | 'rejected'
export type WrittenReview = {
  id: number
  created_at: Date
  title_key: string
  name: string
  score: number
  title: string
  body: string
  status: string
}

const REVIEWS = `select r.id, r.created_at, p.key as title_key, r.name, r.score, r.title, r.body, r.status from reviews r join products p on p.id = r.product_id`

/** Those that wait for the shop, or those that it has decided on; newest first. */
export async function listReviews(
  { db }: Pick<Given, 'db'>,
  which: 'waiting' | 'decided',
  slice: Slice,
): Promise<Paged<WrittenReview>> {
  return pageOf(db, `${REVIEWS} where r.key is null and r.status ${which === 'waiting' ? '=' : '<>'} 'waiting'`, slice)
}

/** The title's page shows it, or shows it no more: the catalog rises with it, so that the next rebuild renews the page. */
export async function decideReview({ db, now }: Given, id: number, decision: Decision): Promise<boolean> {
  let isThere = false
  await importStep(db, now(), async (inner) => {
    const [before] = await inner.query<{ status: string; product_id: number }>(
      'select status, product_id from reviews where id = $1 for update',
      [id],
    )
    isThere = before !== undefined
    if (!before || before.status === decision) return 0
    await inner.query('update reviews set status = $2 where id = $1', [id, decision])
    await noteAction(inner, now(), decision, `review ${id}`, { before: before.status })
    return before.status === 'approved' || decision === 'approved' ? renew(inner, [before.product_id], now()) : 0
  })
  return isThere
}

/** What a listener said goes with the account, and so do its stars. */
export async function eraseReviews(db: Db, userId: number, now: Date): Promise<void> {
  await importStep(db, now, async (inner) => {
    const gone = await inner.query<{ product_id: number; status: string }>(
      'delete from reviews where user_id = $1 returning product_id, status',
      [userId],
    )
    const shown = gone.filter(({ status }) => status === 'approved').map(({ product_id }) => product_id)
    return renew(inner, shown, now)
  })
}

async function renew(inner: Db, productIds: number[], now: Date): Promise<number> {
  await inner.query('update products set updated_at = $2 where id = any($1)', [productIds, now])
  return productIds.length
}
