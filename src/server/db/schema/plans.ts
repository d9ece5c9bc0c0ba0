import { sql } from 'drizzle-orm'
import { boolean, check, doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { AUDIO_TYPE_CHECK, paise, people, variant } from './catalog.ts'
import { digest, id, key, ref, translations, updatedAt, type AudioTypeName, moment } from './columns.ts'

export const plans = pgTable(
  'plans',
  {
    id: id(),
    key: key(),
    durationDays: integer('duration_days').notNull(),
    canPurchase: boolean('can_purchase').notNull(),
    translations: translations(),
    priceInr: paise('price_inr'),
    priceUsd: paise('price_usd'),
    discountedInr: paise('discounted_inr'),
    perDayPrice: doublePrecision('per_day_price').notNull().default(0),
    variant: variant(),
    digest: digest(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      'plans_amounts',
      sql`${t.durationDays} > 0 and ${t.priceInr} >= 0 and ${t.priceUsd} >= 0 and ${t.discountedInr} >= 0`,
    ),
  ],
)

export const planAudioTypes = pgTable(
  'plan_audio_types',
  {
    planId: ref('plan_id')
      .notNull()
      .references(() => plans.id, { onDelete: 'cascade' }),
    audioType: text('audio_type').$type<AudioTypeName>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.planId, t.audioType] }), check('plan_audio_types_type', AUDIO_TYPE_CHECK)],
)

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
