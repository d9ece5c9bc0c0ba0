import { atom, computed } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { myNotification, notificationRead, type Notification } from '#contract/notifications.ts'
import { $session } from '../accounts/session.ts'
import { createLatestOnly } from '../latest-only.ts'

const NOTIFICATIONS_PAGE = 10
const CLEARED_AFTER_MS = 1_000

/** The number beside the bell; 0 when it cannot be loaded. */
export const $unread = atom(0)
/** `fresh`: how many were unread when the dialog opened; these are the newest, and stay marked while it is open. */
type Ready = {
  state: 'ready'
  notes: Notification[]
  total: number
  fresh: number
  more: 'idle' | 'loading' | 'failed'
}
export type Notes = { state: 'loading' } | { state: 'failed' } | Ready
export const $notes = atom<Notes>({ state: 'loading' })
export const $notificationsOpen = atom(false)
export const $hasMore = computed($notes, (notes) => notes.state === 'ready' && notes.notes.length < notes.total)

const latestOnly = createLatestOnly()
let clearing: ReturnType<typeof setTimeout> | undefined

export async function countUnread(): Promise<void> {
  const isLatest = latestOnly.current()
  const result = await call(myNotification, { offset: 0, limit: 1 })
  if (isLatest()) $unread.set(result.ok ? result.value.count : 0)
}

/** Opening marks all as read; the number beside the bell is cleared a moment later. */
export async function openNotifications(): Promise<void> {
  const isLatest = latestOnly.start()
  $notificationsOpen.set(true)
  $notes.set({ state: 'loading' })
  const result = await call(myNotification, { offset: 0, limit: NOTIFICATIONS_PAGE })
  if (!isLatest()) return
  if (!result.ok) {
    $unread.set(0)
    return $notes.set({ state: 'failed' })
  }
  const { data: notes, total, count: fresh } = result.value
  $unread.set(fresh)
  $notes.set({ state: 'ready', notes, total, fresh, more: 'idle' })
  clearTimeout(clearing)
  clearing = setTimeout(() => $unread.set(0), CLEARED_AFTER_MS)
  await call(notificationRead, {})
}

export function closeNotifications(): void {
  $notificationsOpen.set(false)
}

export async function loadMore(): Promise<void> {
  const now = $notes.get()
  if (now.state !== 'ready' || now.more === 'loading' || now.notes.length >= now.total) return
  const isLatest = latestOnly.current()
  $notes.set({ ...now, more: 'loading' })
  const result = await call(myNotification, { offset: now.notes.length, limit: NOTIFICATIONS_PAGE })
  if (!isLatest()) return
  if (!result.ok) return $notes.set({ ...now, more: 'failed' })
  // A new notification shifts the pages: entries that are in the list already are skipped.
  const here = new Set(now.notes.map(({ id }) => id))
  const next = result.value.data.filter(({ id }) => !here.has(id))
  const total = next.length === 0 ? now.notes.length : result.value.total
  $notes.set({ ...now, notes: [...now.notes, ...next], total, more: 'idle' })
}

// The next listener must not see these.
$session.listen(({ state }) => {
  if (state !== 'out') return
  latestOnly.cancel()
  clearTimeout(clearing)
  $unread.set(0)
  $notes.set({ state: 'loading' })
  $notificationsOpen.set(false)
})
