import { LOCALES, type Locale } from '#contract/text/locale.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { messages } from '../runtime/messages.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { products, tracks } from '../db/schema/catalog/catalog.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import { tellFollowersOfEpisodes, tellFollowersOfTitles } from './follow-news.ts'

/** The highest ids that were announced. */
type Announced = { product: Products['id']; track: Tracks['id'] }
type Products = Row<typeof products>
type Tracks = Row<typeof tracks>
type NewContent = Pick<Products, 'translations'> & {
  product_id: Products['id']
  track_id: Tracks['id'] | null
  track: Tracks['translations'] | null
}

/** A larger import is a migrated catalog: only its newest rows are announced. */
const MAX_ANNOUNCEMENTS = 10

/**
 * Notifies listeners of new titles, and of new episodes of recurring titles. The announced ids are stored in the same
 * transaction: the next import repeats a killed one, and nothing is announced twice. The first import announces nothing, nor
 * does a quiet one.
 */
export async function announceNewContent(db: Db, now: Date, { isQuiet = false } = {}): Promise<number> {
  const [stored] = await db.query<{ value: Announced }>(`select value from shop_state where key = 'announced'`)
  const [latest] = await db.query<Announced>(
    'select (select coalesce(max(id), 0) from products) as product, (select coalesce(max(id), 0) from tracks) as track',
  )
  if (!latest || latest.product === 0) return 0
  const count = stored && !isQuiet ? await announceSince(db, stored.value, now) : 0
  await db.query(
    `insert into shop_state (key, value) values ('announced', $1) on conflict (key) do update set value = excluded.value, updated_at = now() where shop_state.value <> excluded.value`,
    [JSON.stringify(latest)],
  )
  return count
}

export type Announce = (db: Db, ids: readonly number[]) => Promise<void>

/**
 * Announces titles that were waiting and are shown now; call it in the transaction that shows them. The key of a notification
 * names the title, so that it is told once. A quiet import tells nothing, another at most ten. `now` is asked in that
 * transaction: an import takes hours, and the weekly mail leaves out what is older than the last one.
 */
export function createAnnounce({ now, isQuiet = false }: { now: () => Date; isQuiet?: boolean }): Announce {
  let left = isQuiet ? 0 : MAX_ANNOUNCEMENTS
  return async (db, ids) => {
    if (isQuiet || ids.length === 0) return
    const at = now()
    await tellFollowersOfTitles(db, ids, at)
    if (left === 0) return
    const titles = await db.query<NewContent>(
      `select id as product_id, null as track_id, translations, null as track from products where id = any($1) and status = 'published' order by published desc, id desc limit $2`,
      [ids, left],
    )
    left -= titles.length
    await insertAll(
      db,
      titles.toReversed().map((title) => row('product_publish', title)),
      at,
    )
  }
}

async function announceSince(db: Db, announced: Announced, now: Date): Promise<number> {
  const titles = await db.query<NewContent>(
    `select id as product_id, null as track_id, translations, null as track from products where id > $1 and status = 'published' order by published desc, id desc limit $2`,
    [announced.product, MAX_ANNOUNCEMENTS],
  )
  const episodes = await db.query<NewContent>(
    `select p.id as product_id, t.id as track_id, p.translations, t.translations as track from current_tracks t join products p on p.id = t.product_id
     where t.id > $1 and p.id <= $2 and p.recurring and p.status = 'published' order by t.id desc limit $3`,
    [announced.track, announced.product, MAX_ANNOUNCEMENTS],
  )
  const rows = [
    ...titles.toReversed().map((title) => row('product_publish', title)),
    ...episodes.toReversed().map((episode) => row('episode_launch', episode)),
  ]
  await tellFollowersSince(db, announced, now)
  await insertAll(db, rows, now)
  return rows.length
}

/** Followers are told of everything new, also where a large import tells the others little. */
async function tellFollowersSince(db: Db, announced: Announced, now: Date): Promise<void> {
  const idsOf = async (sql: string, values: number[]) =>
    (await db.query<{ id: number }>(sql, values)).map(({ id }) => id)
  await tellFollowersOfTitles(db, await idsOf('select id from products where id > $1', [announced.product]), now)
  await tellFollowersOfEpisodes(
    db,
    await idsOf('select id from tracks where id > $1 and product_id <= $2', [announced.track, announced.product]),
    now,
  )
}

async function insertAll(db: Db, rows: ReturnType<typeof row>[], now: Date): Promise<void> {
  for (const { key, kind, translations, product_id, track_id } of rows) {
    await db.query(
      `insert into notifications (key, kind, translations, product_id, track_id, created_at) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [key, kind, JSON.stringify(translations), product_id, track_id, now],
    )
  }
}

function row(kind: NotificationKind, { product_id, track_id, translations, track }: NewContent) {
  const key = track_id === null ? `:title/${product_id}` : `:track/${track_id}`
  return { key, kind, product_id, track_id, translations: textsOf(translations, track) }
}

/** Only in the languages of the title's pages. A track without a translation keeps its other name [SH-5]. */
function textsOf(title: StoredTranslations, track: StoredTranslations | null): StoredTranslations {
  const t = (locale: Locale) => messages(locale, 'notifications')
  const entries = LOCALES.flatMap((locale) => {
    const translation = title[locale]
    if (!translation) return []
    const values = { title: translation.name, track: (track?.[locale] ?? track?.en ?? track?.mr)?.name ?? '' }
    const name = t(locale)(track ? 'announcement.newEpisode' : 'announcement.newTitle', values)
    const body = track
      ? t(locale)('announcement.newEpisodeBody', values)
      : translation.shortDescription || t(locale)('announcement.newTitleBody', values)
    return [[locale, { name, description: body }] as const]
  })
  return Object.fromEntries(entries)
}
