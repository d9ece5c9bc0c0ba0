import {
  deskNotificationCancel,
  deskNotifications,
  deskNotificationSend,
  type NotificationForm,
} from '#contract/desk/notifications.ts'
import { timeInIndia } from '#contract/time/day.ts'
import { deskCall } from '../call.ts'
import { createLoadable } from '../loadable.ts'
import type { Failed } from './coupons.ts'

const lists = createLoadable((signal) => deskCall(deskNotifications, {}, signal))
export const $notifications = lists.$loadable
export const loadNotifications = lists.load

/** `send_at` is a time in India, as a field gives it; empty: now. */
export async function sendNotification({ send_at: at, ...form }: NotificationForm): Promise<Failed | undefined> {
  const result = await deskCall(deskNotificationSend, { ...form, send_at: at && timeInIndia(at) })
  if (!result.ok) return { fault: result.fault, fields: result.fields ?? {} }
  lists.replace(() => result.value)
  return undefined
}

export async function cancelNotification(id: number): Promise<string | undefined> {
  const result = await deskCall(deskNotificationCancel, { id })
  if (!result.ok) return result.fault
  lists.replace(() => result.value)
  return undefined
}
