import { noteAction, SHOP } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { isOwned } from '../../db/ownership.ts'
import { changeCatalog } from '../../db/upsert.ts'

/** Also in the table of retention. */
const LIFE = `interval '30 days'`
const AT_ONCE = 100

/** SQL: until when the title `p` of the trash can be taken out of it. */
export const TRASH_END = `p.trashed_at + ${LIFE}`
/**
 * SQL: whether the title `p` may not be deleted: somebody owns it, an order or invoice names it, or the royalties of its
 * authors are counted from what subscribers heard.
 */
export const IS_NEEDED = `(exists (select from library_entries e where e.product_id = p.id and ${isOwned('e')})
  or exists (select from order_lines l where l.product_id = p.id)
  or exists (select from listening_days d where d.product_id = p.id and d.access = 'plan'))`

type Due = { id: number; key: string; variant: number; trashed_at: Date; is_needed: boolean }

/**
 * Deletes what was in the trash for 30 days; one that is needed stays taken down. Answers how many left the trash. Any number
 * of processes may do so at once: the lock of the catalog lets one of them find a title.
 */
export async function emptyTrash({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  const due = await db.query<{ id: number }>(
    `select id from products p where ${TRASH_END} <= $1 order by trashed_at limit ${AT_ONCE}`,
    [now()],
  )
  let count = 0
  for (const { id } of due) count += await changeCatalog(db, now(), (inner) => takeOut(inner, id, now()))
  return count
}

async function takeOut(inner: Db, id: number, now: Date): Promise<number> {
  const [title] = await inner.query<Due>(
    `select p.id, p.key, p.variant, p.trashed_at, ${IS_NEEDED} as is_needed from products p
      where p.id = $1 and ${TRASH_END} <= $2 for update`,
    [id, now],
  )
  if (!title) return 0
  if (title.is_needed) await inner.query(TAKE_DOWN, [id, now])
  else await deleteTitle(inner, title)
  await noteAction(inner, now, title.is_needed ? 'take down title' : 'delete title', title.key, {}, SHOP)
  return 1
}

const TAKE_DOWN = `update products set withheld = 'hidden', digest = '', updated_at = $2 where id = $1`

async function deleteTitle(inner: Db, { id, variant, trashed_at }: Due): Promise<void> {
  await inner.query(
    `update media_files set unused_since = $2 where id in (select cover_id from products where id = $1
       union select audio_id from tracks where product_id = $1 union select audio_id from samples where product_id = $1)`,
    [id, trashed_at],
  )
  await inner.query('delete from cart_lines where variant = $1', [variant])
  await inner.query('delete from products where id = $1', [id])
}
