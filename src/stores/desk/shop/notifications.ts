import {
  deskNotificationCancel,
  deskNotifications,
  deskNotificationSend,
  type NotificationForm,
} from '#contract/desk/notifications.ts'
import { deskCall } from '../call.ts'
import { createLoadable } from '../loadable.ts'
import type { Failed } from './coupons.ts'

const lists = createLoadable((signal) => deskCall(deskNotifications, {}, signal))
export const $notifications = lists.$loadable
export const loadNotifications = lists.load

export async function sendNotification(form: NotificationForm): Promise<Failed | undefined> {
  const result = await deskCall(deskNotificationSend, form)
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
