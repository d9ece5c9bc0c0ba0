import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { MERGED } from './catalog.ts'

/**
 * Every sound key that occurs, with all its forms that lack one letter: two words within one edit share such a form,
 * so the one-error search is an index look-up. Words that nothing uses any more find nothing and may stay.
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
    // Prefixes must not depend on the collation of somebody's server.
    index('search_terms_prefix').on(t.term.op('text_pattern_ops')),
    index('search_terms_shorter').using('gin', t.shorter).with(MERGED),
  ],
)
