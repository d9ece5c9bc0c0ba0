import { chooseEdition, type EditionColumns } from '../audio/editions.ts'
import { dayInIndia } from '#contract/time/day.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { noteAction } from '../audit/audit-log.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { isOwned } from '../db/ownership.ts'
import { changeCatalog } from '../db/upsert.ts'
import { createAnnounce } from '../notifications/announce.ts'

type Dependencies = Pick<AppContext, 'db' | 'now'>
/** `shown`: on the pages after the next rebuild; `removed`: a table of an import with `--replace` did not name it. */
type TitleState = 'shown' | 'scheduled' | 'draft' | 'hidden' | 'removed' | 'trash'
/** SQL: the state of a title of `products`. */
export const STATE = `case when status = 'published' then 'shown' else coalesce(withheld, 'removed') end`
/**
 * SQL: whether a title of `products` is a draft with the day on which it was begun at the desk, and was never published but for what
 * was undone. Nobody chose that day: the title gets the one on which it is published.
 */
export const IS_DATED_BY_DRAFT = `withheld = 'draft'
  and exists (select 1 from operator_actions a where a.target = products.key and a.action = 'create title'
    and (a.done_at at time zone 'Asia/Kolkata')::date = products.published)
  and (select count(*) filter (where a.action in ('publish title', 'show title')) - count(*) filter (where a.action = 'undo publish title')
    from operator_actions a where a.target = products.key) <= 0`
type ListedTitle = { key: string; name: string; published: string; state: TitleState }

/** Titles that the shop does not show, newest first. */
export async function listWithheld({ db }: Pick<AppContext, 'db'>, slice: Slice): Promise<Paged<ListedTitle>> {
  return pageOf(
    db,
    `select id, key, name, published, ${STATE} as state from products where status <> 'published'`,
    slice,
  )
}

/** Hides a title until `showTitle`, also from imports. `owners`: listeners who bought it or got it as a gift, and keep it. */
export async function hideTitle({ db, now }: Dependencies, key: string): Promise<{ owners: number } | undefined> {
  const changed = await changeTitle({ db, now }, key, 'hide', `status = 'unpublished', withheld = 'hidden'`)
  if (!changed) return undefined
  return { owners: await ownersOf(db, key) }
}

/** Listeners who bought the title or got it as a gift: they keep it whatever its state. */
export async function ownersOf(db: Db, key: string): Promise<number> {
  const [found] = await db.query<{ owners: number }>(
    `select count(distinct e.user_id) as owners from library_entries e join products p on p.id = e.product_id where p.key = $1 and ${isOwned('e')}`,
    [key],
  )
  return found?.owners ?? 0
}

/** Shows a hidden title, a draft, or one that an import removed; one with a day in the future waits for it. */
export async function showTitle({ db, now }: Dependencies, key: string): Promise<{ state: TitleState } | undefined> {
  const today = `'${dayInIndia(now())}'`
  const changes = `published = case when ${IS_DATED_BY_DRAFT} then ${today} else published end,
    status = case when published > ${today} then 'unpublished' else 'published' end,
    withheld = case when published > ${today} then 'scheduled' end`
  if (!(await changeTitle({ db, now }, key, 'show', changes))) return undefined
  const [found] = await db.query<{ state: TitleState }>(`select ${STATE} as state from products where key = $1`, [key])
  return found
}

/** Returns whether the title exists; a draft that is shown for the first time is announced. `changes` is SQL of this file. */
async function changeTitle(
  { db, now }: Dependencies,
  key: string,
  action: 'hide' | 'show',
  changes: string,
): Promise<boolean> {
  const changed = await changeCatalog(db, now(), async (inner) => {
    const waiting = await inner.query<{ id: number }>(
      `select id from products where key = $1 and withheld in ('scheduled', 'draft')`,
      [key],
    )
    const titles = await inner.query(
      `update products set ${changes}, digest = '', updated_at = $2 where key = $1 returning id`,
      [key, now()],
    )
    await createAnnounce({ now })(
      inner,
      waiting.map(({ id }) => id),
    )
    if (titles.length > 0) await noteAction(inner, now(), `${action} title`, key)
    return titles.length
  })
  return changed > 0
}

type Played = EditionColumns & { seconds: number }

/** What an hour of the shop's tracks weighs, in megabytes: as recorded, and for listeners who choose full or light. */
export async function weightOfHour({ db }: Pick<AppContext, 'db'>) {
  const rows = await db.query<Played>(
    `select m.path, m.bytes, m.seconds, f.path as full_path, f.bytes as full_bytes, l.path as light_path, l.bytes as light_bytes
      from (select distinct t.audio_id, p.as_recorded from current_tracks t join products p on p.id = t.product_id) t
      join media_files m on m.id = t.audio_id join audio_editions e on e.media_id = m.id and e.state = 'ready'
      left join media_files f on f.id = e.full_id and not t.as_recorded left join media_files l on l.id = e.light_id`,
    [],
    'weight of an hour',
  )
  const hours = sumOf(rows, ({ seconds }) => seconds) / 3600
  const megabytesOf = (bytes: (row: Played) => number) =>
    hours > 0 ? Math.round(sumOf(rows, bytes) / hours / 100_000) / 10 : 0
  return {
    tracks: rows.length,
    hours: Math.round(hours * 100) / 100,
    recorded: megabytesOf(({ bytes }) => bytes),
    full: megabytesOf((row) => chooseEdition(row, 'full').bytes.full),
    light: megabytesOf((row) => lightest(chooseEdition(row, 'light').bytes)),
    with_light: rows.filter((row) => chooseEdition(row, 'light').edition === 'light').length,
  }
}

const lightest = ({ full, light }: { full: number; light?: number }) => light ?? full
const sumOf = (rows: readonly Played[], value: (row: Played) => number) =>
  rows.reduce((sum, row) => sum + value(row), 0)
