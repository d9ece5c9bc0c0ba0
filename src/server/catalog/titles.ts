import { dayOfMoment } from '#contract/time/day.ts'
import { toAmount } from '#contract/money/money.ts'
import type { CategoryRef, PersonRef, Product, ProductCard, Track } from '#contract/catalog/catalog.ts'
import type { SeriesRef } from '#contract/catalog/series.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { people, productPeople, products, tracks } from '../db/schema/catalog/catalog.ts'
import type { categories } from '../db/schema/catalog/categories.ts'
import type { reviews } from '../db/schema/listening/reviews.ts'
import type { samples } from '../db/schema/catalog/audio.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import { IS_PLAYABLE, isOpenTo, PLAN_CURRENCIES, type OfferColumns } from './offer-columns.ts'
import {
  audioTypeOf,
  serializeAudioType,
  serializeImages,
  serializePicture,
  serializeTranslations,
  type StoredPicture,
} from './serializers.ts'

type Named = { id: number; name: string; translations: StoredTranslations }
type PersonRow = Pick<Row<typeof people>, 'id' | 'name' | 'translations'> & Pick<Row<typeof productPeople>, 'role'>
type CategoryRow = Pick<Row<typeof categories>, 'id' | 'name' | 'translations' | 'kind'>
type CardRow = Pick<
  Row<typeof products>,
  | 'id'
  | 'name'
  | 'translations'
  | 'slug'
  | 'audio_type'
  | 'spoken'
  | 'spoken_tag'
  | 'is_free'
  | 'price_inr'
  | 'price_usd'
  | 'variant'
  | 'published'
  | 'track_count'
  | 'total_seconds'
  | 'recurring'
  | 'ages'
  | 'popularity'
> &
  Pick<OfferColumns, 'is_playable'> & {
    cover: StoredPicture
    people: PersonRow[] | null
    categories: CategoryRow[] | null
    samples: Pick<Row<typeof samples>, 'map_url' | 'seconds' | 'waveform'>[] | null
    rating: { mean: number | null; count: number }
  }
export type TrackRow = Pick<
  Row<typeof tracks>,
  'id' | 'name' | 'translations' | 'key' | 'seconds' | 'position' | 'is_free'
> & {
  has_text?: boolean
  /** ISO time, as the feed or the desk gave it. */
  episode_published?: string | null
}
type ReviewRow = Pick<Row<typeof reviews>, 'title' | 'body' | 'score' | 'name'> & { created_date: string }
type ProductRow = CardRow &
  OfferColumns &
  Pick<
    Row<typeof products>,
    'status' | 'related' | 'subscription_only' | 'purchase_only' | 'institute' | 'updated_at'
  > & {
    institute_logo: string | null
    series: (Named & Pick<SeriesRef, 'number'>) | null
    tracks: TrackRow[] | null
    reviews: ReviewRow[] | null
  }

/** `json`, here and below: `jsonb` would sort the keys of what is only read once as text. */
const NAMES = (alias: string) => `json_strip_nulls(json_build_object(
  'en', case when ${alias}.translations ? 'en' then json_build_object('name', ${alias}.translations->'en'->'name') end,
  'mr', case when ${alias}.translations ? 'mr' then json_build_object('name', ${alias}.translations->'mr'->'name') end))`

/** Descriptions are most of a row, and cards show none. */
const BRIEF = `p.translations #- '{en,description}' #- '{mr,description}' as translations`

const CARD = `p.id, p.name, p.slug, p.audio_type, p.spoken, p.spoken_tag, p.is_free, p.price_inr, p.price_usd, p.variant, p.published, p.track_count,
  p.total_seconds, p.recurring, p.ages, p.popularity, ${IS_PLAYABLE} as is_playable,
  (select json_build_object('path', m.path, 'widths', m.widths) from media_files m where m.id = p.cover_id) as cover,
  (select json_agg(json_build_object('role', l.role, 'id', e.id, 'name', e.name, 'translations', ${NAMES('e')}) order by l.position)
     from product_people l join people e on e.id = l.person_id where l.product_id = p.id) as people,
  (select json_agg(json_build_object('id', c.id, 'name', c.name, 'kind', c.kind, 'translations', ${NAMES('c')}) order by l.position)
     from product_categories l join categories c on c.id = l.category_id where l.product_id = p.id) as categories,
  (select json_agg(json_build_object('map_url', s.map_url, 'seconds', s.seconds, 'waveform', s.waveform) order by s.position)
     from samples s where s.product_id = p.id) as samples,
  (select json_build_object('mean', round(avg(r.score), 2), 'count', count(*)) from reviews r where r.product_id = p.id and r.status = 'approved') as rating`

const WHOLE = `${CARD}, p.status, p.translations, ${PLAN_CURRENCIES} as plan_currencies, to_jsonb(p.related) as related, p.subscription_only, p.purchase_only, p.institute, p.updated_at,
  (select json_build_object('id', s.id, 'name', s.name, 'translations', ${NAMES('s')}, 'number', p.series_number) from series s where s.id = p.series_id) as series,
  (select i.logo from institutes i where i.name = p.institute) as institute_logo,
  (select json_agg(r) from (select t.id, t.key, t.name, t.translations, t.seconds, t.position, t.is_free, t.episode_published,
       t.id = any(array(select x.track_id from transcripts x where x.product_id = p.id and x.track_id is not null)) as has_text
     from current_tracks t where t.product_id = p.id order by t.position) r) as tracks,
  (select json_agg(json_build_object('title', v.title, 'body', v.body, 'score', v.score, 'name', v.name,
       'created_date', to_char(v.created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD')) order by v.created_at desc, v.id desc)
     from (select * from reviews r where r.product_id = p.id and r.status = 'approved' order by r.created_at desc, r.id desc limit 50) v) as reviews`

const fromWhere = (condition: string) =>
  `from unnest($1::bigint[]) with ordinality as wanted(id, place) join products p using (id) where ${condition} order by wanted.place`
const PUBLISHED = fromWhere(`p.status = 'published'`)
const OPEN_TO_OWNER = fromWhere(isOpenTo('$2'))

/** The published titles of these ids, in the order of the ids. */
export async function loadCards(db: Db, ids: number[]): Promise<ProductCard[]> {
  if (ids.length === 0) return []
  return (await db.query<CardRow>(`select ${CARD}, ${BRIEF} ${PUBLISHED}`, [ids], 'cards')).map(cardOf)
}

/** A title with the ids of its related titles, and its series. */
export type ProductWithRelated = Product & { related_ids: number[]; series: SeriesRef | null }

export async function loadProducts(db: Db, ids: number[]): Promise<ProductWithRelated[]> {
  if (ids.length === 0) return []
  return (await db.query<ProductRow>(`select ${WHOLE} ${PUBLISHED}`, [ids], 'products')).map(productOf)
}

/** Whatever its state: for the preview of its page. */
export async function loadAnyProduct(db: Db, id: number): Promise<ProductWithRelated | undefined> {
  const [row] = await db.query<ProductRow>(`select ${WHOLE} ${fromWhere('true')}`, [[id]])
  return row && productOf(row)
}

/** The same for one listener: also withdrawn titles that they own, without an offer. */
export async function loadOpenProducts(db: Db, ids: number[], userId: number): Promise<ProductWithRelated[]> {
  if (ids.length === 0) return []
  const rows = await db.query<ProductRow>(`select ${WHOLE} ${OPEN_TO_OWNER}`, [ids, userId], 'own products')
  return rows.map((row) => (row.status === 'published' ? productOf(row) : withdrawn(productOf(row))))
}

/** Nobody may buy it, and its samples and related titles are those of the catalog. */
const withdrawn = (title: ProductWithRelated): ProductWithRelated => ({
  ...title,
  price: toAmount(0),
  inr_price: toAmount(0),
  can_purchase: false,
  plan_currencies: [],
  sampletracks: [],
  related_ids: [],
  is_withdrawn: true,
})

function personOf({ id, name, translations }: Named): PersonRef & CategoryRef {
  return { id, name, custom_translation: serializeTranslations(translations, true) }
}

function cardOf(row: CardRow): ProductCard {
  const people = (role: string) => (row.people ?? []).filter((person) => person.role === role).map(personOf)
  return {
    id: row.id,
    // Older releases stored slugs that are not composed.
    product_slug: row.slug.normalize('NFC'),
    name: row.name,
    custom_translation: serializeTranslations(row.translations, true),
    images: serializeImages(row.cover),
    cover: serializePicture(row.cover),
    is_free: row.is_free,
    is_purchased: false,
    is_playable: row.is_playable,
    product_audio_type: serializeAudioType(row.audio_type),
    sampletracks: (row.samples ?? []).map(({ map_url, seconds, waveform }) => ({
      map_url,
      track_length: seconds,
      waveform,
    })),
    authors: people('author'),
    directors: people('director'),
    artists: people('artist'),
    // A course links only to course categories and any other title only to genres: the other pages do not exist.
    category: (row.categories ?? [])
      .filter(({ kind }) => kind === (row.audio_type === 'languagelab' ? 'languagelab' : 'genre'))
      .map(personOf),
    total_tracks: row.track_count,
    total_tracks_length: row.total_seconds,
    total_reviews: row.rating.mean ?? 0,
    review_count: row.rating.count,
    price: toAmount(row.price_usd),
    inr_price: toAmount(row.price_inr),
    variant: row.variant,
    published: row.published,
    spoken: row.spoken,
    ...(row.spoken_tag && { spoken_tag: row.spoken_tag }),
    ages: row.ages,
    popularity: row.popularity,
  }
}

function productOf(row: ProductRow): ProductWithRelated {
  return {
    ...cardOf(row),
    custom_translation: serializeTranslations(row.translations),
    subscription_only: row.subscription_only,
    purchase_only: row.purchase_only,
    recurring_product: row.recurring,
    subscription_product: false,
    can_purchase: row.is_playable && !row.is_free && !row.subscription_only && (row.price_inr > 0 || row.price_usd > 0),
    plan_currencies: row.plan_currencies,
    audio_type: audioTypeOf(row.audio_type),
    kid_category: (row.categories ?? []).filter(({ kind }) => kind === 'kids').map(personOf),
    producttracks: (row.tracks ?? []).map(trackOf),
    last_product_track: null,
    total_tracks_completion: 0,
    reviews: row.reviews ?? [],
    institute_name: row.institute,
    institute_logo: row.institute_logo,
    has_exercise: Object.values(row.translations).some(({ exercise }) => Boolean(exercise)),
    updated_at: row.updated_at.toISOString(),
    related_ids: row.related,
    series: row.series && { ...personOf(row.series), number: row.series.number },
  }
}

export function trackOf({
  id,
  key,
  name,
  translations,
  seconds,
  position,
  is_free,
  has_text,
  episode_published: published,
}: TrackRow): Track {
  const day = published ? dayOfMoment(published) : undefined
  return {
    id,
    key,
    title: name,
    custom_translation: serializeTranslations(translations),
    track_length: seconds,
    position,
    is_free,
    ...(day && { published: day }),
    ...(has_text !== undefined && { has_text }),
  }
}
