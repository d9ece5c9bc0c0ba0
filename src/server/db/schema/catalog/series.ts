import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { digest, id, key, translations, updatedAt } from '../columns.ts'

/** Titles that belong together and follow each other. */
export const series = pgTable('series', {
  id: id(),
  key: key(),
  slug: text('slug').notNull(),
  name: text('name').notNull(),
  translations: translations(),
  searchKeys: text('search_keys')
    .array()
    .notNull()
    .default(sql`'{}'`),
  searchText: text('search_text').notNull().default(''),
  digest: digest(),
  updatedAt: updatedAt(),
})
