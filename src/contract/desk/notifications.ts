import { array, integer, nullable, object, pattern, refine, string, type, type Infer } from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { field, tooLong } from '../fields/fields.ts'
import { plainLine, plainText } from '../text/plain-text.ts'
import { Id, Nothing, status, textUpTo } from '../fields/wire-fields.ts'
import { EDITORS } from './staff/roles.ts'

/** Endpoints of the desk for notifications to every listener. */

const Sent = type({
  id: integer(),
  kind: string(),
  title_en: string(),
  title_mr: string(),
  body_en: string(),
  body_mr: string(),
  product: nullable(string()),
  /** When it was or will be sent. */
  at: string(),
  /** Listeners who opened their list since. */
  read_by: integer(),
})
export type DeskNotification = Infer<typeof Sent>
const Reply = type({ status, sent: array(Sent), planned: array(Sent), listeners: integer() })
const Words = (limit: number) => field(plainLine, tooLong(limit))

/** At least one language; a body needs its title. */
export const NotificationForm = object({
  title_en: Words(100),
  title_mr: Words(100),
  body_en: field(plainText, tooLong(500)),
  body_mr: field(plainText, tooLong(500)),
  product_id: nullable(Id),
  /** ISO time; empty: now. */
  send_at: pattern(textUpTo(30), /^(?:|\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))$/),
})
export type NotificationForm = Infer<typeof NotificationForm>

export const deskNotifications = endpoint({
  auth: 'staff',
  roles: ['owner', 'editor', 'support'],
  method: 'GET',
  path: '/api/desk/notifications/',
  input: Nothing,
  reply: Reply,
  summary: 'Notifications that were sent to everybody, and those that wait',
})
export const deskNotificationSend = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/notifications/',
  input: refine(
    refine(NotificationForm, 'title', (form) => form.title_en !== '' || form.title_mr !== ''),
    'titleOfBody',
    (form) => (form.body_en === '' || form.title_en !== '') && (form.body_mr === '' || form.title_mr !== ''),
  ),
  maxBytes: 16 * 1024,
  // Twice sent is twice read.
  idempotent: true,
  reply: Reply,
  faults: ['notFound', 'past'],
  summary: 'Send a notification to everybody, now or later',
})
export const deskNotificationCancel = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/notifications/:id/cancel/',
  input: object({ id: Id }),
  reply: Reply,
  faults: ['notFound'],
  summary: 'Take back a notification that waits',
})
