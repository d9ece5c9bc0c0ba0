import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { productRef } from './catalog.ts'
import { type StoredTranslations, digest, id, key, ref, translations, updatedAt } from '../columns.ts'
import { mediaFiles } from '../state.ts'

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
