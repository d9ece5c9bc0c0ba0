import { array, boolean, enums, integer, string, type, type Infer } from 'superstruct'
import { ProductCard, Track } from './catalog/catalog.ts'
import { endpoint } from './http/endpoint.ts'
import { CustomTranslation } from './text/translation.ts'
import { Nothing, OffsetPage, status } from './fields/wire-fields.ts'

export const NOTIFICATION_KINDS = ['promotional_notification', 'product_publish', 'episode_launch'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Endpoints of the notifications of a listener. */

const Notification = type({
  id: integer(),
  /** English, or the only translation; `custom_translation` has both languages (`name`, `description`), all plain text. */
  title: string(),
  body: string(),
  custom_translation: CustomTranslation,
  is_read: boolean(),
  date_created: string(),
  notification_type: enums(NOTIFICATION_KINDS),
  product: array(ProductCard),
  track: array(Track),
})
export type Notification = Infer<typeof Notification>
export const myNotification = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/my-notification/',
  input: OffsetPage,
  /** Newest first; the first `count` are unread. */
  reply: type({ status, count: integer(), total: integer(), data: array(Notification) }),
  summary: 'Notifications, ten at a time, and how many are unread',
})
export const notificationRead = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/notification-read/',
  input: Nothing,
  reply: type({ status }),
  summary: 'All notifications are read',
})
