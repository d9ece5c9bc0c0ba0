import { sql } from 'drizzle-orm'
import { check, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, id, moment, ref } from './columns.ts'

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

/**
 * What releases before pg-boss had to send. Nothing writes here any more; the worker moves what an older process left.
 * A later release may drop it, once no older one runs.
 */
export const jobs = pgTable(
  'jobs',
  {
    /** Also the Message-ID: a mail that went out twice is seen once. */
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    /** Encrypted, because it holds links and codes. */
    payload: bytes('payload').notNull(),
    tries: smallint('tries').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    dueAt: moment('due_at').notNull(),
    failedAt: moment('failed_at'),
  },
  (t) => [
    index('jobs_due')
      .on(t.dueAt)
      .where(sql`${t.failedAt} is null`),
    check('jobs_kind', sql`${t.kind} in ('mail','sms')`),
  ],
)

/** Messages that the demo shows in place of sending them. */
export const outbox = pgTable('outbox', {
  id: uuid('id').primaryKey(),
  kind: text('kind').notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull().default(''),
  body: text('body').notNull(),
  html: text('html').notNull().default(''),
  sentAt: moment('sent_at').notNull().defaultNow(),
})
