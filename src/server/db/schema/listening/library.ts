import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { userRef, users } from '../accounts.ts'
import { people, productRef, products, trackRef } from '../catalog/catalog.ts'
import { id, moment, ref } from '../columns.ts'
import { series } from '../catalog/series.ts'

/** Libraries of users. Purchases and gifts stay playable; for other entries the plan decides. */
export const libraryEntries = pgTable(
  'library_entries',
  {
    userId: userRef(),
    productId: productRef(),
    how: text('how').$type<'purchase' | 'subscription' | 'free' | 'gift'>().notNull(),
    addedAt: moment('added_at').notNull(),
    /** When an operator gave the title: no refund takes it back. */
    givenAt: moment('given_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.productId] }),
    index('library_entries_newest').on(t.userId, sql`${t.addedAt} desc`, t.productId),
    check('library_entries_how', sql`${t.how} in ('purchase','subscription','free','gift')`),
  ],
)

/** Places and ranges that a listener marked. A deleted one stays for a while, so that no device brings it back. */
export const marks = pgTable(
  'marks',
  {
    userId: userRef(),
    /** Made by a browser, so it is unique for its listener only. */
    id: uuid('id').notNull(),
    productId: productRef(),
    trackId: trackRef(),
    seconds: doublePrecision('seconds').notNull(),
    until: doublePrecision('until'),
    note: text('note').notNull(),
    isDeleted: boolean('is_deleted').notNull(),
    changedAt: moment('changed_at').notNull(),
    /** Versions that were seen, the present one first. */
    versions: uuid('versions').array().notNull(),
    /** Counts the changes of all marks of the listener. */
    state: integer('state').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('marks_product').on(t.productId),
    index('marks_track').on(t.trackId),
    index('marks_deleted')
      .on(t.changedAt)
      .where(sql`is_deleted`),
    check('marks_note', sql`length(${t.note}) <= 1000`),
    check('marks_range', sql`${t.seconds} >= 0 and (${t.until} is null or ${t.until} > ${t.seconds})`),
  ],
)

/** Whom, which serial or which series a listener follows: one of the three. */
export const follows = pgTable(
  'follows',
  {
    id: id(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    personId: ref('person_id').references(() => people.id, { onDelete: 'cascade' }),
    productId: ref('product_id').references(() => products.id, { onDelete: 'cascade' }),
    seriesId: ref('series_id').references(() => series.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    unique('follows_once').on(t.userId, t.personId, t.productId, t.seriesId).nullsNotDistinct(),
    check('follows_one', sql`num_nonnulls(${t.personId}, ${t.productId}, ${t.seriesId}) = 1`),
    index('follows_person').on(t.personId),
    index('follows_product').on(t.productId),
    index('follows_series').on(t.seriesId),
  ],
)
