import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { products } from '../db/schema/catalog/catalog.ts'
import type { reviews } from '../db/schema/listening/reviews.ts'
import type { AppContext } from '../context.ts'
import { changeCatalog } from '../db/upsert.ts'
import { noteAction } from '../audit/audit-log.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'

export type Decision = 'approved' | 'rejected' | 'waiting'
type WrittenReview = Pick<Row<typeof reviews>, 'id' | 'created_at' | 'name' | 'score' | 'title' | 'body' | 'status'> & {
  title_key: Row<typeof products>['key']
}

const REVIEWS = `select r.id, r.created_at, p.key as title_key, r.name, r.score, r.title, r.body, r.status from reviews r join products p on p.id = r.product_id`

/** Reviews that wait for moderation, or those that are decided; newest first. Imported reviews are left out. */
export async function listReviews(
  { db }: Pick<AppContext, 'db'>,
  which: 'waiting' | 'decided',
  slice: Slice,
): Promise<Paged<WrittenReview>> {
  return pageOf(db, `${REVIEWS} where r.key is null and r.status ${which === 'waiting' ? '=' : '<>'} 'waiting'`, slice)
}

type FoundReview = Omit<WrittenReview, 'title_key' | 'status'> &
  Pick<Row<typeof products>, 'translations'> & { status: Decision }

/** Reviews of listeners by a part of their text, their writer or their title. */
export async function searchReviews(
  { db }: Pick<AppContext, 'db'>,
  { text, state }: { text: string; state: Decision },
  slice: Slice,
): Promise<Paged<FoundReview>> {
  return pageOf<FoundReview>(
    db,
    `select r.id, r.created_at, p.translations, r.name, r.score, r.title, r.body, r.status from reviews r join products p on p.id = r.product_id
     where r.key is null and r.status = $2 and position(lower($1) in lower(concat_ws(' ', r.name, r.title, r.body, p.name, p.translations->'mr'->>'name'))) > 0`,
    slice,
    [text.trim(), state],
  )
}

/**
 * Approves or rejects a review, or undoes that, and returns the state before. If that changes the page of the title, the
 * catalog version rises, so that the next build renews it.
 */
export async function decideReview(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  id: number,
  decision: Decision,
  who?: string,
): Promise<Decision | undefined> {
  let earlier: Decision | undefined
  await changeCatalog(db, now(), async (inner) => {
    const [before] = await inner.query<Pick<Row<typeof reviews>, 'status' | 'product_id'>>(
      'select status, product_id from reviews where id = $1 for update',
      [id],
    )
    earlier = before?.status as Decision | undefined
    if (!before || before.status === decision) return 0
    await inner.query('update reviews set status = $2 where id = $1', [id, decision])
    await noteAction(inner, now(), decision, `review ${id}`, { before: before.status }, who)
    return before.status === 'approved' || decision === 'approved'
      ? touchProducts(inner, [before.product_id], now())
      : 0
  })
  return earlier
}

/** Deletes the reviews of an account, and their scores with them. */
export async function eraseReviews(db: Db, userId: number, now: Date): Promise<void> {
  await changeCatalog(db, now, async (inner) => {
    const deleted = await inner.query<Pick<Row<typeof reviews>, 'status' | 'product_id'>>(
      'delete from reviews where user_id = $1 returning product_id, status',
      [userId],
    )
    const approved = deleted.filter(({ status }) => status === 'approved').map(({ product_id }) => product_id)
    return touchProducts(inner, approved, now)
  })
}

async function touchProducts(inner: Db, productIds: number[], now: Date): Promise<number> {
  await inner.query('update products set updated_at = $2 where id = any($1)', [productIds, now])
  return productIds.length
}
