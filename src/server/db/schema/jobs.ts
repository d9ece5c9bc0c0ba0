import { sql } from 'drizzle-orm'
import { check, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment } from './columns.ts'

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
