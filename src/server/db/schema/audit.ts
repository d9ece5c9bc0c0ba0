import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, moment } from './columns.ts'

/** Actions of operators, logged in the transaction of the change. `target` names a row, never a person. */
export const operatorActions = pgTable(
  'operator_actions',
  {
    id: id(),
    doneAt: moment('done_at').notNull(),
    who: text('who').notNull(),
    action: text('action').notNull(),
    target: text('target').notNull(),
    details: jsonb('details')
      .$type<Record<string, unknown>>()
      .notNull()
      .default(sql`'{}'`),
  },
  (t) => [index('operator_actions_target').on(t.target)],
)
