import { sql } from 'drizzle-orm'
import {
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
import { productRef } from './catalog.ts'
import { digest, id, key, moment, ref, translations, updatedAt, type StoredTranslations } from './columns.ts'
import { mediaFiles } from './state.ts'

const position = () => integer('position').notNull().default(0)

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
  },
  (t) => [unique('samples_place').on(t.productId, t.position)],
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
