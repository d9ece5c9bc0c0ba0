import type { Shelf } from '../../catalog/shelves.ts'
import type { ShelfTitle } from '#contract/desk/shop-lists.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { digestOf, changeCatalog } from '../../db/upsert.ts'
import type { Failure } from '../../runtime/failure.ts'

type ShelfReply = { version: string; titles: ShelfTitle[] }
type Saving = { shelf: Shelf; version: string; ids: number[]; staff: string }
type TitleRow = Omit<ShelfTitle, 'cover'> & { path: string | null; widths: number[] | null }

const TITLE = `p.id, p.key, coalesce(p.translations->'en'->>'name', p.translations->'mr'->>'name', p.key) as name, p.audio_type,
  (p.status = 'published')::int as is_published, m.path, m.widths`
const FROM = 'from products p left join media_files m on m.id = p.cover_id'

const titleOf = ({ path, widths, ...title }: TitleRow): ShelfTitle => ({
  ...title,
  cover: path && widths?.[0] ? `/media/${path}-${widths[0]}.webp` : null,
})

export async function readShelf(db: Db, shelf: Shelf): Promise<ShelfReply> {
  const rows = await db.query<TitleRow>(
    `select ${TITLE} ${FROM} join placements s on s.product_id = p.id where s.shelf = $1 order by s.position, p.id`,
    [shelf],
  )
  return { version: digestOf(rows.map(({ id }) => id)), titles: rows.map(titleOf) }
}

/** Puts these titles on the shelf in this order, unless somebody changed it since it was read. */
export async function saveShelf(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { shelf, version, ids, staff }: Saving,
): Promise<ShelfReply | Failure<'changedMeanwhile' | 'notFound'>> {
  const at = now()
  const unique = [...new Set(ids)]
  let fault: 'changedMeanwhile' | 'notFound' | undefined
  await changeCatalog(db, at, async (inner) => {
    const before = await readShelf(inner, shelf)
    if (before.version !== version) fault = 'changedMeanwhile'
    else if ((await inner.query('select 1 from products where id = any($1)', [unique])).length < unique.length)
      fault = 'notFound'
    if (fault || digestOf(unique) === version) return 0
    await inner.query('delete from placements where shelf = $1', [shelf])
    await inner.query(
      'insert into placements (shelf, product_id, position) select $1, id, place from unnest($2::bigint[]) with ordinality as t(id, place)',
      [shelf, unique],
    )
    const old = before.titles.map(({ id }) => id)
    const details = {
      added: unique.filter((id) => !old.includes(id)),
      removed: old.filter((id) => !unique.includes(id)),
    }
    await noteAction(inner, at, 'save', `shelf ${shelf}`, details, staff)
    return 1
  })
  return fault ? { fault } : readShelf(db, shelf)
}

/** Twenty titles whose name or key has these letters; without them the newest. */
export async function titleChoices(db: Db, q = ''): Promise<{ titles: ShelfTitle[] }> {
  const letters = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  const rows = await db.query<TitleRow>(
    `select ${TITLE} ${FROM} where p.status = 'published'
       and (p.key ilike $1 or p.translations->'en'->>'name' ilike $1 or p.translations->'mr'->>'name' ilike $1)
     order by p.id desc limit 20`,
    [letters],
  )
  return { titles: rows.map(titleOf) }
}
