import { AUDIO_TYPES, type Collections } from '#contract/import/import.ts'
import type { Translations } from '#contract/text/text.ts'
import type { Db } from '../../db/connect.ts'
import type { RawRow } from '../source/read-row.ts'
import { mediaPath, importablePlain, importableTexts } from './texts.ts'

export type ListKind = keyof Collections
type Stored = Record<string, unknown> & { translations?: Translations; picture?: string | null }

const PICTURE = (column: string) => `(select path from media_files where id = ${column}) as picture`
const SHOWN_DAYS = `shown_from::text as "from", shown_until::text as until`
/** Lists whose descriptions are plain text. */
const PLAIN = new Set<ListKind>(['testimonials', 'notifications'])

/** Columns by the names of the rows, in the order of the first import. */
const STATEMENTS: Record<ListKind, string> = {
  people: `select key, translations, ${PICTURE('photo_id')}, popular from people order by id`,
  categories: `select key, kind, translations, position from categories order by id`,
  series: `select key, translations from series order by id`,
  plans: `select key, translations, duration_days as duration, can_purchase as "canPurchase", price_inr as "priceInr",
    price_usd as "priceUsd", discounted_inr as "discountedInr", per_day_price as "perDayPrice",
    (select array_agg(audio_type order by array_position($1::text[], audio_type)) from plan_audio_types where plan_id = plans.id) as "audioTypes"
    from plans order by id`,
  menu: `select slug, translations, position from menu_items order by id`,
  faq: `select key, title, position, (select coalesce(jsonb_agg(jsonb_build_object('que', que, 'ans', ans) order by position), '[]')
    from faq_queries where topic_id = faq_topics.id) as queries from faq_topics order by id`,
  testimonials: `select key, translations from testimonials order by id`,
  news: `select key, kind, translations, created::text as created, ${SHOWN_DAYS}, ${PICTURE('picture_id')} from news order by id`,
  coupons: `select code, percent, uses_left as uses,
    to_char(expires at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires,
    to_char(starts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts, per_buyer as "perBuyer", applies_to as "appliesTo" from coupons order by id`,
  texts: `select key, translations from site_texts order by id`,
  banners: `select key, place, translations, href, position, ${SHOWN_DAYS}, ${PICTURE('picture_id')} from banners order by id`,
  ebooks: `select key, written, translations, position, (select path from media_files where id = file_id) as file,
    (select array_agg(x.key order by l.position) from ebook_people l join people x on x.id = l.person_id where l.ebook_id = ebooks.id) as authors
    from ebooks order by id`,
  notifications: `select n.key, n.kind, n.translations, p.key as product, t.key as track from notifications n
    left join products p on p.id = n.product_id left join current_tracks t on t.id = n.track_id
    where n.key is not null and n.key not like ':%' order by n.id`,
  synonyms: `select key, words from search_synonyms order by id`,
}
export const LIST_KINDS = Object.keys(STATEMENTS) as ListKind[]
const PICTURE_FIELD: Partial<Record<ListKind, string>> = { people: 'photo', news: 'image', banners: 'image' }

/** The rows that import a list of the shop again without a change. */
export async function storedList(db: Db, kind: ListKind): Promise<RawRow[]> {
  const rows = await db.query<Stored>(STATEMENTS[kind], kind === 'plans' ? [[...AUDIO_TYPES]] : [])
  return rows.map((row) => rowOf(kind, row))
}

function rowOf(kind: ListKind, { picture, translations, ...columns }: Stored): RawRow {
  const field = PICTURE_FIELD[kind]
  const values = Object.entries(columns).filter(([, value]) => value !== null)
  return {
    ...Object.fromEntries(values.map(([name, value]) => [name, valueOf(kind, name, value)])),
    ...(translations && { translations: importableTexts(translations, PLAIN.has(kind) ? 'plain' : 'html') }),
    ...(field && picture && { [field]: mediaPath(picture) }),
  }
}

function valueOf(kind: ListKind, name: string, value: unknown): unknown {
  if (kind === 'synonyms' && Array.isArray(value)) return value.map((word) => importablePlain(String(word)))
  if (kind === 'faq' && name === 'title') return importableTexts(value as Translations)
  if (kind === 'faq' && name === 'queries')
    return (value as { que: Translations; ans: Translations }[]).map(({ que, ans }) => ({
      que: importableTexts(que),
      ans: importableTexts(ans),
    }))
  return kind === 'ebooks' && name === 'file' ? mediaPath(String(value)) : value
}
