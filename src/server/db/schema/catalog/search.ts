import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { MERGED } from './catalog.ts'
import { digest, id, key, updatedAt } from '../columns.ts'

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
