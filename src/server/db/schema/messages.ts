import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { id, moment } from './columns.ts'

/** What visitors wrote. Text as it was typed, never HTML. */
export const contacts = pgTable(
  'contacts',
  {
    id: id(),
    type: text('type').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    mobile: text('mobile').notNull(),
    comments: text('comments').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('contacts_created').on(t.createdAt),
    check('contacts_type', sql`${t.type} in ('customer','director','writer','publisher','artist')`),
    check(
      'contacts_sizes',
      sql`char_length(${t.firstName}) between 1 and 50 and char_length(${t.lastName}) between 1 and 50 and char_length(${t.email}) between 3 and 50 and char_length(${t.mobile}) between 6 and 10 and char_length(${t.comments}) between 1 and 500`,
    ),
  ],
)

/** Signatures of solved challenges that were taken, until they expire: each passes once. */
export const usedChallenges = pgTable('used_challenges', { mark: text('mark').primaryKey(), expiresAt: moment('expires_at').notNull() }, (t) => [
  index('used_challenges_expires').on(t.expiresAt),
])
