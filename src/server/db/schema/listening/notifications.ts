import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '../accounts.ts'
import { products, tracks } from '../catalog/catalog.ts'
import { digest, id, moment, ref, translations, updatedAt } from '../columns.ts'

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
