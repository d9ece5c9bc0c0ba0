import { LOCALES } from '#contract/text.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { messages } from '../runtime/messages.ts'
import type { Db } from '../db/connect.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'

type Mark = { product: number; track: number }
type News = {
  product_id: number
  track_id: number | null
  translations: StoredTranslations
  track: StoredTranslations | null
}

/** More at once are a catalog that moved in, not news. */
const MOST = 10

/**
 * Tells listeners of titles, and of new episodes of recurring ones, that came in since the last time. The mark is moved in
 * the same transaction: a killed import is made good by the next, and nothing is told twice. The first import is the opening
 * of the shop and tells nothing.
 */
export async function announceNews(db: Db, now: Date): Promise<number> {
  const [kept] = await db.query<{ value: Mark }>(`select value from shop_state where key = 'announced'`)
  const [latest] = await db.query<Mark>(
    'select (select coalesce(max(id), 0) from products) as product, (select coalesce(max(id), 0) from tracks) as track',
  )
  if (!latest || latest.product === 0) return 0
  const told = kept ? await tell(db, kept.value, now) : 0
  await db.query(
    `insert into shop_state (key, value) values ('announced', $1) on conflict (key) do update set value = excluded.value, updated_at = now() where shop_state.value <> excluded.value`,
    [JSON.stringify(latest)],
  )
  return told
}

async function tell(db: Db, mark: Mark, now: Date): Promise<number> {
  const titles = await db.query<News>(
    `select id as product_id, null as track_id, translations, null as track from products where id > $1 and status = 'published' order by published desc, id desc limit $2`,
    [mark.product, MOST],
  )
  const episodes = await db.query<News>(
    `select p.id as product_id, t.id as track_id, p.translations, t.translations as track from tracks t join products p on p.id = t.product_id
     where t.id > $1 and p.id <= $2 and p.recurring and p.status = 'published' order by t.id desc limit $3`,
    [mark.track, mark.product, MOST],
  )
  const rows = [
    ...titles.toReversed().map((news) => row('product_publish', news)),
    ...episodes.toReversed().map((news) => row('episode_launch', news)),
  ]
  for (const { key, kind, translations, product_id, track_id } of rows) {
    await db.query(
      `insert into notifications (key, kind, translations, product_id, track_id, created_at) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [key, kind, JSON.stringify(translations), product_id, track_id, now],
    )
  }
  return rows.length
}

function row(kind: NotificationKind, { product_id, track_id, translations, track }: News) {
  const key = track_id === null ? `:title/${product_id}` : `:track/${track_id}`
  return { key, kind, product_id, track_id, translations: textsOf(translations, track) }
}

/** Only in the languages that the title has a page in. A track without a name there keeps the one it has (SH-5). */
function textsOf(title: StoredTranslations, track: StoredTranslations | null): StoredTranslations {
  const told = LOCALES.flatMap((locale) => {
    const words = title[locale]
    if (!words) return []
    const values = { title: words.name, track: (track?.[locale] ?? track?.en ?? track?.mr)?.name ?? '' }
    const name = messages(locale, 'notifications')(track ? 'announcement.newEpisode' : 'announcement.newTitle', values)
    const body = track
      ? messages(locale, 'notifications')('announcement.newEpisodeBody', values)
      : words.shortDescription || messages(locale, 'notifications')('announcement.newTitleBody', values)
    return [[locale, { name, description: body }] as const]
  })
  return Object.fromEntries(told)
}
