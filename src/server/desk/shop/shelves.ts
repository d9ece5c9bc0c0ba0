import type { Shelf } from '../../catalog/shelves.ts'
import type { ShelfTitle } from '#contract/desk/shop/shop-lists.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { digestOf } from '../../db/upsert.ts'
import type { StaffCaller } from '../../http/staff.ts'
import type { Failure } from '../../runtime/failure.ts'
import { rememberChange } from '../history/remember.ts'
import type { Restorer } from '../history/restorer.ts'
import { inCatalog, isNewer } from '../in-catalog.ts'

type ShelfReply = { version: string; titles: ShelfTitle[] }
type Saving = { shelf: Shelf; version: string; ids: number[]; staff: StaffCaller }
type TitleRow = Omit<ShelfTitle, 'cover'> & { path: string | null; widths: number[] | null }

const TITLE = `p.id, p.key, coalesce(p.translations->'en'->>'name', p.translations->'mr'->>'name', p.key) as name,
  jsonb_strip_nulls(jsonb_build_object('en', p.translations->'en'->>'name', 'mr', p.translations->'mr'->>'name')) as names, p.audio_type,
  (p.status = 'published')::int as is_published, m.path, m.widths`
const FROM = 'from products p left join media_files m on m.id = p.cover_id'

const titleOf = ({ path, widths, ...title }: TitleRow): ShelfTitle => ({
  ...title,
  cover: path && widths?.[0] ? `/media/${path}-${widths[0]}.webp` : null,
})

export async function readShelf(db: Db, shelf: string): Promise<ShelfReply> {
  const rows = await db.query<TitleRow>(
    `select ${TITLE} ${FROM} join placements s on s.product_id = p.id where s.shelf = $1 order by s.position, p.id`,
    [shelf],
  )
  return { version: digestOf(rows.map(({ id }) => id)), titles: rows.map(titleOf) }
}

/** Puts these titles on the shelf in this order, unless somebody changed it since it was read. */
export async function saveShelf(
  context: Pick<AppContext, 'db' | 'now'>,
  { shelf, version, ids, staff }: Saving,
): Promise<ShelfReply | Failure<'changedMeanwhile' | 'notFound'>> {
  const now = context.now()
  const unique = [...new Set(ids)]
  return inCatalog<ShelfReply | Failure<'changedMeanwhile' | 'notFound'>>(
    context,
    async (inner) => {
      const shown = await readShelf(inner, shelf)
      if (shown.version !== version) return { fault: 'changedMeanwhile' }
      const known = await inner.query('select 1 from products where id = any($1)', [unique])
      if (known.length < unique.length) return { fault: 'notFound' }
      if (digestOf(unique) === version) return shown
      const before = shown.titles.map(({ id }) => id)
      await writeShelf(inner, shelf, unique)
      const details = {
        added: unique.filter((id) => !before.includes(id)),
        removed: before.filter((id) => !unique.includes(id)),
      }
      await noteAction(inner, now, 'save', `shelf ${shelf}`, details, staff.name)
      await rememberChange(inner, now, {
        ...{ staff, area: 'shelves', action: 'save shelf', target: shelf },
        ...{ before, after: unique },
      })
      return readShelf(inner, shelf)
    },
    isNewer(version),
  )
}

async function writeShelf(inner: Db, shelf: string, ids: readonly number[]): Promise<void> {
  await inner.query('delete from placements where shelf = $1', [shelf])
  await inner.query(
    'insert into placements (shelf, product_id, position) select $1, id, place from unnest($2::bigint[]) with ordinality as t(id, place)',
    [shelf, ids],
  )
}

/** The order of a shelf as it was. */
export const shelfRestorer: Restorer = {
  roles: ['editor'],
  read: async ({ db }, { target }) => (await readShelf(db, target)).titles.map(({ id }) => id),
  // Written by `saveShelf`.
  write: ({ db }, { target, before }) => writeShelf(db, target, before as number[]),
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
