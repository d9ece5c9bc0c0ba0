import { isNull, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  pgView,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import {
  type AudioTypeName,
  type StoredEpisode,
  type StoredFeed,
  digest,
  id,
  key,
  moment,
  ref,
  translations,
  updatedAt,
} from '../columns.ts'
import { series } from './series.ts'
import { mediaFiles } from '../state.ts'

/** Variant numbers identify titles and plans in carts, so both share one sequence. */
export const variantIds = pgSequence('variant_ids')

export const variant = () =>
  bigint('variant', { mode: 'number' })
    .notNull()
    .unique()
    .default(sql`nextval('variant_ids')`)

export const paise = <Name extends string>(name: Name) => integer(name).notNull().default(0)

const flag = <Name extends string>(name: Name) => boolean(name).notNull().default(false)

const keys = <Name extends string>(name: Name) =>
  text(name)
    .array()
    .notNull()
    .default(sql`'{}'`)

/** Without the pending list of GIN, which every search would read whole. */
export const MERGED = { fastupdate: false }

export const AUDIO_TYPE_CHECK = sql.raw(`audio_type in ('audiobook','original','podcast','kids','languagelab')`)

export const products = pgTable(
  'products',
  {
    id: id(),
    key: key(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    audioType: text('audio_type').$type<AudioTypeName>().notNull(),
    /** More types that a plan must cover. */
    alsoTypes: text('also_types')
      .$type<AudioTypeName>()
      .array()
      .notNull()
      .default(sql`'{}'`),
    spoken: text('spoken').$type<'en' | 'mr'>().notNull(),
    /** BCP 47 tag of a spoken language other than `en` and `mr`; `spoken` is then `en`. */
    spokenTag: text('spoken_tag'),
    translations: translations(),
    isFree: flag('is_free'),
    subscriptionOnly: flag('subscription_only'),
    purchaseOnly: flag('purchase_only'),
    recurring: flag('recurring'),
    family: flag('family'),
    priceInr: paise('price_inr'),
    priceUsd: paise('price_usd'),
    published: date('published').notNull(),
    variant: variant(),
    coverId: ref('cover_id').references(() => mediaFiles.id),
    seriesId: ref('series_id').references(() => series.id),
    /** Its place in the series: 1, 2, or 1.5 between them. Null: none is given. */
    seriesNumber: doublePrecision('series_number'),
    institute: text('institute'),
    trackCount: integer('track_count').notNull().default(0),
    totalSeconds: doublePrecision('total_seconds').notNull().default(0),
    status: text('status').notNull().default('published'),
    /** Why a title is unpublished: its day has not come, it is a draft, it is hidden, or it is in the trash. Null: an import removed it. */
    withheld: text('withheld').$type<'scheduled' | 'draft' | 'hidden' | 'trash'>(),
    /** When it came into the trash. A trigger writes it from `withheld` and `updated_at`, so that no writer can forget it. */
    trashedAt: moment('trashed_at'),
    /** Of a podcast that moved in: what its feed said of the show. */
    feed: jsonb('feed').$type<StoredFeed>(),
    /** Plays as loud as its files are, and not at the level of the shop. */
    asRecorded: flag('as_recorded'),
    /** Of kids titles: `5-8` or `5+`. */
    ages: text('ages'),
    /** Breaks ties in search. */
    popularity: integer('popularity').notNull().default(0),
    /** Keys of the search: of the names, of people, of genres, and of all of them with the description. */
    titleKeys: keys('title_keys'),
    authorKeys: keys('author_keys'),
    narratorKeys: keys('narrator_keys'),
    genreKeys: keys('genre_keys'),
    searchKeys: keys('search_keys'),
    searchText: text('search_text').notNull().default(''),
    /** Ids of related titles, computed at the end of an import. */
    related: bigint('related', { mode: 'number' })
      .array()
      .notNull()
      .default(sql`'{}'`),
    digest: digest(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('products_audio_type', AUDIO_TYPE_CHECK),
    check('products_also_types', sql`${t.alsoTypes} <@ array['audiobook','original','podcast','kids','languagelab']`),
    check('products_spoken', sql`${t.spoken} in ('en','mr')`),
    check('products_status', sql`${t.status} in ('published','unpublished')`),
    check('products_prices', sql`${t.priceInr} >= 0 and ${t.priceUsd} >= 0`),
    check('products_series_number', sql`${t.seriesNumber} between 0 and 9999`),
    index('products_series')
      .on(t.seriesId)
      .where(sql`series_id is not null`),
    index('products_newest')
      .on(t.audioType, sql`${t.published} desc`, sql`${t.id} desc`)
      .where(sql`status = 'published'`),
    index('products_trashed')
      .on(t.trashedAt)
      .where(sql`trashed_at is not null`),
    index('products_search').using('gin', t.searchKeys).with(MERGED),
    index('products_title_keys').using('gin', t.titleKeys).with(MERGED),
    index('products_author_keys').using('gin', t.authorKeys).with(MERGED),
    index('products_narrator_keys').using('gin', t.narratorKeys).with(MERGED),
  ],
)

export const people = pgTable(
  'people',
  {
    id: id(),
    key: key(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    translations: translations(),
    photoId: ref('photo_id').references(() => mediaFiles.id),
    popular: integer('popular'),
    searchKeys: keys('search_keys'),
    searchText: text('search_text').notNull().default(''),
    digest: digest(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('people_popular')
      .on(t.popular)
      .where(sql`popular is not null`),
    index('people_search').using('gin', t.searchKeys).with(MERGED),
  ],
)

export const productRef = () =>
  ref('product_id')
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' })

export const productPeople = pgTable(
  'product_people',
  {
    productId: productRef(),
    personId: ref('person_id')
      .notNull()
      .references(() => people.id),
    role: text('role').$type<'author' | 'director' | 'artist'>().notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.role, t.personId] }),
    check('product_people_role', sql`${t.role} in ('author','director','artist')`),
    index('product_people_person').on(t.personId, t.role),
  ],
)

export const tracks = pgTable(
  'tracks',
  {
    id: id(),
    key: key(),
    productId: productRef(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    translations: translations(),
    seconds: doublePrecision('seconds').notNull().default(0),
    isFree: boolean('is_free').notNull().default(false),
    audioId: ref('audio_id').references(() => mediaFiles.id),
    /** Of an episode that moved in with its feed. */
    episode: jsonb('episode').$type<StoredEpisode>(),
    /** No longer a part of its title. The row stays for 30 days: a track that comes back finds the positions of its listeners. */
    removedAt: moment('removed_at'),
    /** The moment at which an episode came out, as its feed wrote it: read without the rest of `episode`, which holds its transcript. */
    episodePublished: text('episode_published').generatedAlwaysAs(sql`episode->>'published'`),
  },
  (t) => [
    index('tracks_product').on(t.productId, t.position),
    index('tracks_removed')
      .on(t.removedAt)
      .where(sql`removed_at is not null`),
    check('tracks_seconds', sql`${t.seconds} >= 0`),
  ],
)

export const trackRef = () =>
  ref('track_id')
    .notNull()
    .references(() => tracks.id, { onDelete: 'cascade' })

/** The tracks that titles have now: without those that were removed from them. */
export const currentTracks = pgView('current_tracks').as((query) =>
  query.select().from(tracks).where(isNull(tracks.removedAt)),
)
