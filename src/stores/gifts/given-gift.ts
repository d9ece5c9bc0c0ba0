import { atom } from 'nanostores'
import { object, optional, string, type Infer } from 'superstruct'
import { call } from '#client/browser-call.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { Day } from '#contract/fields/fields.ts'
import { TimeOfDay } from '#contract/gifts/gift-wrapping.ts'
import { DELIVERY_TIME, deliveryFaults, givenGift, moveGift, resendGift } from '#contract/gifts/gifts.ts'
import { clockTimeIn } from '#contract/time/time-zones.ts'
import { $signOuts } from '../accounts/session.ts'
import { createForm, type Sent } from '../form.ts'
import { createLatestOnly } from '../latest-only.ts'
import type { ActionResult } from '../pending-action.ts'
import './giver-session.ts'

export type GivenReply = ReplyOf<typeof givenGift>['data']
export type GivenGift = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; token: string; gift: GivenReply }
export const $givenGift = atom<GivenGift>({ state: 'loading' })

/** The day and the hour of a gift that waits. */
const Arrival = object({ deliver_on: Day, deliver_time: TimeOfDay, time_zone: optional(string()) })
export const arrivalForm = createForm(Arrival, { deliver_on: '', deliver_time: '', time_zone: '' }, move)

const latestOnly = createLatestOnly()

export async function loadGiven(token: string): Promise<void> {
  const isLatest = latestOnly.start()
  if (!isShown(token)) $givenGift.set({ state: 'loading' })
  const result = await call(givenGift, { token })
  if (!isLatest()) return
  if (result.ok) return show(token, result.value.data)
  $givenGift.set({ state: 'failed' })
}

function isShown(token: string): boolean {
  const now = $givenGift.get()
  return now.state === 'ready' && now.token === token
}

function show(token: string, gift: GivenReply): void {
  $givenGift.set({ state: 'ready', token, gift })
  const zone = gift.time_zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  const shown = gift.deliver_at && clockTimeIn(zone, new Date(gift.deliver_at))
  arrivalForm.change('deliver_on', shown ? shown.day : '')
  arrivalForm.change('deliver_time', shown ? shown.time : DELIVERY_TIME)
  arrivalForm.change('time_zone', zone)
}

async function move({ deliver_on, deliver_time, time_zone = '' }: Infer<typeof Arrival>): Promise<Sent> {
  const now = $givenGift.get()
  if (now.state !== 'ready') return { ok: false, fault: 'offline' }
  const fields = deliveryFaults({ deliver_on, deliver_time, time_zone }, new Date())
  if (Object.keys(fields).length > 0) return { ok: false, fault: 'badInput', fields }
  const result = await call(moveGift, { token: now.token, deliver_on, deliver_time, time_zone })
  // It went out meanwhile: the page shows when.
  if (!result.ok && result.fault === 'alreadySent') await loadGiven(now.token)
  if (!result.ok) return result
  moved = result.value.data
  return { ok: true }
}

let moved: GivenReply | undefined

/** The form is empty after its submit, and shows then what the server has. */
export async function moveGiven(): Promise<boolean> {
  const now = $givenGift.get()
  const isMoved = await arrivalForm.submit()
  if (isMoved && moved && now.state === 'ready' && isShown(now.token)) show(now.token, moved)
  return isMoved
}

export async function sendAgain(token: string): Promise<ActionResult> {
  const result = await call(resendGift, { token })
  return result.ok ? { ok: true } : result
}

$signOuts.listen(() => $givenGift.set({ state: 'loading' }))
