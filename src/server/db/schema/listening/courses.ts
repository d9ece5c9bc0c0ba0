import { jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { userRef } from '../accounts.ts'
import { type StoredTranslations, id, moment } from '../columns.ts'

/** Name and title are those at the time of issue. */
export const certificates = pgTable(
  'certificates',
  {
    id: id(),
    code: text('code').notNull().unique(),
    userId: userRef(),
    /** `lab`, or `title` and its id. */
    subject: text('subject').notNull(),
    name: text('name').notNull(),
    title: jsonb('title').$type<StoredTranslations>().notNull(),
    institute: text('institute'),
    issuedAt: moment('issued_at').notNull(),
  },
  (t) => [unique('certificates_once').on(t.userId, t.subject)],
)
