import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { id, moment, ref } from './columns.ts'

/** Messages of visitors, as plain text. */
export const contacts = pgTable(
  'contacts',
  {
    id: id(),
    type: text('type').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    /** E.164; older rows have national digits alone. */
    mobile: text('mobile').notNull(),
    comments: text('comments').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When somebody at the desk was done with it; null: it is open. */
    doneAt: moment('done_at'),
  },
  (t) => [
    index('contacts_created').on(t.createdAt),
    check('contacts_type', sql`${t.type} in ('customer','director','writer','publisher','artist')`),
    check(
      'contacts_sizes',
      sql`char_length(${t.firstName}) between 1 and 50 and char_length(${t.lastName}) between 1 and 50 and char_length(${t.email}) between 3 and 50 and char_length(${t.mobile}) between 6 and 16 and char_length(${t.comments}) between 1 and 500`,
    ),
  ],
)

/** Answers to messages, as they were mailed. `who`: the person at the desk. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    id: id(),
    contactId: ref('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    who: text('who').notNull(),
    body: text('body').notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (t) => [index('contact_replies_contact').on(t.contactId)],
)

/** Signatures of used captcha challenges and nonces until they expire, because each is valid once. */
export const usedChallenges = pgTable(
  'used_challenges',
  { mark: text('mark').primaryKey(), expiresAt: moment('expires_at').notNull() },
  (t) => [index('used_challenges_expires').on(t.expiresAt)],
)
