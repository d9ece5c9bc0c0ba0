import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { MERGED, productRef } from './catalog.ts'
import {
  digest,
  id,
  key,
  moment,
  progress,
  ref,
  translations,
  UNQUEUED,
  updatedAt,
  type StoredTranslations,
} from './columns.ts'
import { mediaFiles } from './state.ts'

const position = () => integer('position').notNull().default(0)
/** The first and the last day in India on which pages show it; null: always. `isShown`: whether they do now (import/shown-by-day.ts). */
const shownDays = () => ({
  shownFrom: date('shown_from'),
  shownUntil: date('shown_until'),
  isShown: boolean('is_shown').notNull().default(true),
})

export const menuItems = pgTable('menu_items', {
  id: id(),
  slug: text('slug').notNull().unique(),
  translations: translations(),
  position: position(),
  digest: digest(),
  updatedAt: updatedAt(),
})

export const faqTopics = pgTable('faq_topics', {
  id: id(),
  key: key(),
  title: jsonb('title').$type<StoredTranslations>().notNull(),
  position: position(),
  digest: digest(),
  updatedAt: updatedAt(),
})

export const faqQueries = pgTable(
  'faq_queries',
  {
    id: id(),
    topicId: ref('topic_id')
      .notNull()
      .references(() => faqTopics.id, { onDelete: 'cascade' }),
    position: position(),
    que: jsonb('que').$type<StoredTranslations>().notNull(),
    ans: jsonb('ans').$type<StoredTranslations>().notNull(),
  },
  (t) => [unique('faq_queries_place').on(t.topicId, t.position)],
)

export const testimonials = pgTable('testimonials', {
  id: id(),
  key: key(),
  translations: translations(),
  digest: digest(),
  updatedAt: updatedAt(),
})

export const news = pgTable(
  'news',
  {
    id: id(),
    key: key(),
    kind: text('kind').notNull(),
    translations: translations(),
    created: date('created').notNull(),
    pictureId: ref('picture_id').references(() => mediaFiles.id),
    ...shownDays(),
    digest: digest(),
    updatedAt: updatedAt(),
  },
  (t) => [check('news_kind', sql`${t.kind} in ('media','accolades')`)],
)

export const siteTexts = pgTable('site_texts', {
  id: id(),
  key: key(),
  translations: translations(),
  digest: digest(),
  updatedAt: updatedAt(),
})

export const banners = pgTable(
  'banners',
  {
    id: id(),
    key: key(),
    place: text('place').notNull(),
    translations: translations(),
    pictureId: ref('picture_id').references(() => mediaFiles.id),
    href: text('href').notNull(),
    position: position(),
    ...shownDays(),
    digest: digest(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('banners_place', sql`${t.place} in ('home','family','kids_top','kids_middle')`),
    index('banners_order').on(t.place, t.position),
  ],
)

export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    code: text('code').notNull().unique(),
    percent: integer('percent').notNull(),
    usesLeft: integer('uses_left'),
    expires: moment('expires'),
    starts: moment('starts'),
    /** Orders of one buyer. Null: any number. */
    perBuyer: integer('per_buyer'),
    /** Types of titles, and `plan`. Null: everything. */
    appliesTo: text('applies_to').array(),
    digest: digest(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('coupons_percent', sql`${t.percent} between 1 and 100`),
    check('coupons_uses', sql`${t.usesLeft} is null or ${t.usesLeft} >= 0`),
    check('coupons_per_buyer', sql`${t.perBuyer} is null or ${t.perBuyer} > 0`),
  ],
)

export const samples = pgTable(
  'samples',
  {
    id: id(),
    productId: productRef(),
    position: integer('position').notNull(),
    /** Identifies the sample in the API without revealing its path. */
    mapUrl: text('map_url').notNull().unique(),
    audioId: ref('audio_id')
      .notNull()
      .references(() => mediaFiles.id),
    seconds: doublePrecision('seconds').notNull(),
    waveform: smallint('waveform').array().notNull(),
    /** Cut by the shop from the sound of the title, see `made_samples`. One of the publisher takes its place. */
    isMade: boolean('is_made').notNull().default(false),
  },
  (t) => [unique('samples_place').on(t.productId, t.position)],
)

/** The sample that the shop cuts from the sound of a title which has none of its own. */
export const madeSamples = pgTable(
  'made_samples',
  {
    productId: productRef().primaryKey(),
    /** Recording of one of the tracks and its seconds. Null: not chosen yet. */
    sourceId: ref('source_id').references(() => mediaFiles.id),
    starts: doublePrecision('starts'),
    ends: doublePrecision('ends'),
    /** An editor chose the place. */
    isPlaced: boolean('is_placed').notNull().default(false),
    /** Counts choices: a sample that was cut for an older one is thrown away. */
    choice: integer('choice').notNull().default(1),
    ...progress(),
  },
  (t) => [
    index('made_samples_unqueued').on(t.productId).where(UNQUEUED),
    check('made_samples_state', sql`${t.state} in ('waiting','ready','failed')`),
    check('made_samples_place', sql`${t.ends} > ${t.starts}`),
  ],
)

/** Shelves that editors fill. */
export const placements = pgTable(
  'placements',
  {
    shelf: text('shelf').notNull(),
    productId: productRef(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shelf, t.productId] }),
    check('placements_shelf', sql`${t.shelf} in ('trending','editors_pick','popular','featured','evergreen')`),
    index('placements_order').on(t.shelf, t.position),
  ],
)

/**
 * All sound keys, each with its forms that lack one letter: two words within one edit share such a form, so the search with
 * one typing error is an index look-up. Unused keys find nothing and may stay.
 */
export const searchTerms = pgTable(
  'search_terms',
  {
    term: text('term').primaryKey(),
    shorter: text('shorter')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (t) => [
    // The order of prefixes must not depend on the collation of the server.
    index('search_terms_prefix').on(t.term.op('text_pattern_ops')),
    index('search_terms_shorter').using('gin', t.shorter).with(MERGED),
  ],
)

/** Words of the publisher that mean the same. */
export const searchSynonyms = pgTable('search_synonyms', {
  id: id(),
  key: key(),
  words: text('words').array().notNull(),
  digest: digest(),
  updatedAt: updatedAt(),
})
