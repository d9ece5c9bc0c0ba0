import { sql } from 'drizzle-orm'
import { check, integer, pgTable } from 'drizzle-orm/pg-core'
import { people } from './catalog.ts'
import { moment, ref } from './columns.ts'

/** What an author gets of what their titles earn. Without a row: nothing. */
export const royaltyRates = pgTable(
  'royalty_rates',
  {
    personId: ref('person_id')
      .primaryKey()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** Hundredths of a percent of the taxable value of what was sold and not returned. */
    saleRate: integer('sale_rate').notNull(),
    /** Paise for a thousand minutes heard under a plan. */
    thousandMinutes: integer('thousand_minutes').notNull(),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check(
      'royalty_rates_limits',
      sql`${t.saleRate} between 0 and 10000 and ${t.thousandMinutes} between 0 and 100000000 and ${t.version} > 0`,
    ),
  ],
)
