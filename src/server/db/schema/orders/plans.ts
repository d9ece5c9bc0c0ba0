import { sql } from 'drizzle-orm'
import { boolean, check, date, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from '../accounts.ts'
import { AUDIO_TYPE_CHECK, paise, people, variant } from '../catalog/catalog.ts'
import { type AudioTypeName, digest, id, key, moment, ref, translations, updatedAt } from '../columns.ts'

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    planId: ref('plan_id')
      .notNull()
      .references(() => plans.id),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    status: text('status').notNull().default('active'),
    /** What it covers, when the plan was changed since. Null: what the plan covers. */
    audioTypes: text('audio_types').array(),
  },
  (t) => [
    index('subscriptions_user').on(t.userId, t.endsAt),
    check('subscriptions_span', sql`${t.endsAt} > ${t.startsAt}`),
    check('subscriptions_status', sql`${t.status} in ('active','cancelled')`),
  ],
)

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

/** What an author gets of what their titles earn, from the beginning until a change. Without a row: nothing. */
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
    /** Counts the changes too. */
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

/** From this day in India on, instead of the rates before: a statement of a past month stays what it was. */
export const royaltyRateChanges = pgTable(
  'royalty_rate_changes',
  {
    personId: ref('person_id')
      .notNull()
      .references(() => royaltyRates.personId, { onDelete: 'cascade' }),
    fromDay: date('from_day').notNull(),
    saleRate: integer('sale_rate').notNull(),
    thousandMinutes: integer('thousand_minutes').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.fromDay] }),
    check(
      'royalty_rate_changes_limits',
      sql`${t.saleRate} between 0 and 10000 and ${t.thousandMinutes} between 0 and 100000000`,
    ),
  ],
)
