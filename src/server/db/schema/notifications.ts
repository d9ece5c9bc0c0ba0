/** Notifications, devices, ebooks, and counts of page views. */
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { digest, id, key, moment, ref, translations, updatedAt } from './columns.ts'
import { people, products, tracks } from './catalog.ts'
import { series } from './catalog/series.ts'
import { users } from './accounts.ts'
import { mediaFiles } from './state.ts'

/** In `translations`, `name` is the title and `description` the body, both plain text. Without a user it is for all listeners. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    key: text('key').unique(),
    kind: text('kind').notNull(),
    translations: translations(),
    userId: ref('user_id').references(() => users.id, { onDelete: 'cascade' }),
    productId: ref('product_id').references(() => products.id, { onDelete: 'cascade' }),
    trackId: ref('track_id').references(() => tracks.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    digest: digest(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('notifications_kind', sql`${t.kind} in ('promotional_notification','product_publish','episode_launch')`),
    check('notifications_track', sql`${t.trackId} is null or ${t.productId} is not null`),
    index('notifications_user').on(t.userId, t.id),
    index('notifications_product').on(t.productId),
    index('notifications_track_id').on(t.trackId),
  ],
)

/**
 * Notifications that wait for their time. They become rows of `notifications` only then, because listeners have read everything
 * up to an id.
 */
export const plannedNotifications = pgTable(
  'planned_notifications',
  {
    id: id(),
    kind: text('kind').notNull(),
    translations: translations(),
    productId: ref('product_id').references(() => products.id, { onDelete: 'cascade' }),
    dueAt: moment('due_at').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('planned_notifications_due').on(t.dueAt), index('planned_notifications_product').on(t.productId)],
)

/** The newest notification that a listener has read: one row per listener. */
export const notificationReads = pgTable('notification_reads', {
  userId: ref('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  readTo: ref('read_to').notNull(),
  readAt: moment('read_at').notNull(),
})

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

/** Who wants one mail a week about what they follow. `sentAt`: when the week began, with or without a mail. */
export const weeklyNews = pgTable(
  'weekly_news',
  {
    userId: ref('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    locale: text('locale').notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (t) => [index('weekly_news_sent').on(t.sentAt), check('weekly_news_locale', sql`${t.locale} in ('en','mr')`)],
)

/** Coordinates decide `is_indian` and are not stored. */
export const devices = pgTable(
  'devices',
  {
    id: id(),
    deviceId: text('device_id').notNull(),
    userId: ref('user_id').references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    type: text('type').notNull(),
    registrationId: text('registration_id').notNull(),
    token: text('token').notNull(),
    isIndian: boolean('is_indian'),
    createdAt: moment('created_at').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (t) => [
    unique('devices_once').on(t.deviceId, t.userId).nullsNotDistinct(),
    index('devices_user').on(t.userId, t.seenAt),
    index('devices_seen').on(t.seenAt),
  ],
)

export const ebooks = pgTable('ebooks', {
  id: id(),
  key: key(),
  translations: translations(),
  /** The language of the ebook. */
  written: text('written').notNull(),
  fileId: ref('file_id')
    .notNull()
    .references(() => mediaFiles.id),
  position: integer('position').notNull().default(0),
  digest: digest(),
  updatedAt: updatedAt(),
})

export const ebookPeople = pgTable(
  'ebook_people',
  {
    ebookId: ref('ebook_id')
      .notNull()
      .references(() => ebooks.id, { onDelete: 'cascade' }),
    personId: ref('person_id')
      .notNull()
      .references(() => people.id),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ebookId, t.personId] })],
)

/** Page views per day and target, without the visitor. */
export const pageViews = pgTable(
  'openings',
  {
    day: date('day').notNull(),
    kind: text('kind').notNull(),
    targetId: ref('target_id').notNull(),
    count: integer('count').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.kind, t.targetId] }),
    check('openings_kind', sql`${t.kind} in ('product','category')`),
  ],
)
