import type { TitleRow } from '#contract/import/import.ts'
import type { Episode, FeedFacts } from '#contract/catalog/podcast.ts'
import type { Translations } from '#contract/text/text.ts'
import type { Db } from '../../db/connect.ts'
import type { PreparedSample, PreparedTrack } from '../titles/prepare.ts'
import { STORED_TEXTS, type StoredRecordedText } from '../recorded-texts/write-texts.ts'
import { mediaPath, importablePlain, importableTexts } from './texts.ts'

type StoredTrack = PreparedTrack & { path: string | null }
type StoredSample = PreparedSample & { path: string }
type StoredReview = { key: string; name: string; score: number; title: string; body: string; created_at: string }

/** A title as the shop has it: columns of `products` with all that belongs to it. */
export type StoredTitle = {
  id: number
  key: string
  audio_type: TitleRow['type']
  also_types: TitleRow['type'][]
  spoken: 'en' | 'mr'
  spoken_tag: string | null
  translations: Translations
  is_free: boolean
  subscription_only: boolean
  purchase_only: boolean
  recurring: boolean
  family: boolean
  price_inr: number
  price_usd: number
  published: string
  ages: string | null
  popularity: number
  institute: string | null
  status: 'published' | 'unpublished'
  withheld: 'scheduled' | 'draft' | 'hidden' | 'trash' | null
  feed: FeedFacts | null
  digest: string
  title_keys: string[]
  author_keys: string[]
  narrator_keys: string[]
  genre_keys: string[]
  search_keys: string[]
  search_text: string
  cover_id: number | null
  cover: string | null
  series_id: number | null
  /** Its key. */
  series: string | null
  series_number: number | null
  people: { person_id: number; role: string; position: number; key: string }[]
  categories: { category_id: number; position: number; key: string }[]
  tracks: StoredTrack[]
  samples: StoredSample[]
  shelves: TitleRow['shelves']
  reviews: StoredReview[]
  texts: StoredRecordedText[]
}

const listOf = (name: string, statement: string) =>
  `(select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (${statement}) r) as ${name}`
const PARTS = [
  listOf(
    'people',
    `select l.person_id, l.role, l.position, x.key from product_people l join people x on x.id = l.person_id
     where l.product_id = p.id order by array_position(array['author','director','artist'], l.role), l.position`,
  ),
  listOf(
    'categories',
    `select l.category_id, l.position, c.key from product_categories l join categories c on c.id = l.category_id
     where l.product_id = p.id order by l.position`,
  ),
  listOf(
    'tracks',
    `select t.key, t.position, t.name, t.translations, t.seconds, t.is_free, t.audio_id, t.episode, m.path from current_tracks t
     left join media_files m on m.id = t.audio_id where t.product_id = p.id order by t.position`,
  ),
  listOf(
    'samples',
    `select s.position, s.map_url, s.audio_id, s.seconds, s.waveform, m.path from samples s
     join media_files m on m.id = s.audio_id where s.product_id = p.id and not s.is_made order by s.position`,
  ),
  listOf('shelves', `select shelf, position from placements where product_id = p.id order by shelf`),
  listOf(
    'reviews',
    `select key, name, score, title, body, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
     from reviews where product_id = p.id and key is not null order by key collate "C"`,
  ),
  listOf('texts', STORED_TEXTS),
].join(', ')
const COLUMNS = `p.id, p.key, p.audio_type, p.also_types, p.spoken, p.spoken_tag, p.translations, p.is_free, p.subscription_only,
  p.purchase_only, p.recurring, p.family, p.price_inr, p.price_usd, p.published, p.ages, p.popularity, p.institute, p.status, p.withheld, p.feed,
  p.digest, p.title_keys, p.author_keys, p.narrator_keys, p.genre_keys, p.search_keys, p.search_text`

/** A cover that the shop drew is none: `drawn` is the beginning of its path. */
export async function storedTitles(db: Db, keys: string[], drawn: string): Promise<Map<string, StoredTitle>> {
  const rows = await db.query<StoredTitle>(
    `select ${COLUMNS}, m.id as cover_id, m.path as cover, p.series_id, (select s.key from series s where s.id = p.series_id) as series, p.series_number, ${PARTS} from products p
     left join media_files m on m.id = p.cover_id and not starts_with(m.path, $2) where p.key = any($1)`,
    [keys, drawn],
  )
  return new Map(rows.map((row) => [row.key, row]))
}

/** The row that imports this title again without a change. Sound and pictures are named by their path in the shop. */
export function rowOfTitle(title: StoredTitle): TitleRow {
  const keysOf = (wanted: string) => title.people.filter(({ role }) => role === wanted).map(({ key }) => key)
  return {
    key: title.key,
    type: title.audio_type,
    alsoTypes: title.also_types,
    spoken: title.spoken_tag ?? title.spoken,
    translations: importableTexts(title.translations),
    authors: keysOf('author'),
    directors: keysOf('director'),
    artists: keysOf('artist'),
    categories: title.categories.map(({ key }) => key),
    isFree: title.is_free,
    subscriptionOnly: title.subscription_only,
    purchaseOnly: title.purchase_only,
    recurring: title.recurring,
    family: title.family,
    priceInr: title.price_inr,
    priceUsd: title.price_usd,
    published: title.published,
    popularity: title.popularity,
    shelves: title.shelves,
    samples: title.samples.map(({ path }) => mediaPath(path)),
    tracks: title.tracks.map(rowOfTrack),
    reviews: title.reviews.map(rowOfReview),
    ...placeInSeries(title),
    ...(title.ages && { ages: title.ages }),
    ...(title.cover && { cover: mediaPath(title.cover) }),
    ...(title.institute && { institute: importablePlain(title.institute) }),
    // Hidden titles too: another shop must not show them.
    ...((title.withheld === 'draft' || title.withheld === 'hidden') && { draft: true }),
    ...(title.feed && { feed: title.feed }),
  }
}

const placeInSeries = ({ series, series_number: number }: StoredTitle): Pick<TitleRow, 'series' | 'seriesNumber'> =>
  series === null ? {} : { series, ...(number !== null && { seriesNumber: number }) }

const rowOfReview = ({ created_at: created, ...review }: StoredReview): TitleRow['reviews'][number] => ({
  key: review.key,
  name: importablePlain(review.name),
  score: review.score,
  title: importablePlain(review.title),
  body: importablePlain(review.body),
  created,
})

function rowOfTrack({ key, translations, path, seconds, is_free: isFree, episode }: StoredTrack) {
  return {
    key,
    translations: importableTexts(translations, 'plain'),
    ...(path ? { audio: mediaPath(path) } : seconds > 0 && { seconds }),
    ...(isFree && { isFree }),
    ...(episode && { episode: episode satisfies Episode }),
  }
}
