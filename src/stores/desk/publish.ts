import { atom } from 'nanostores'
import { deskPublishing, deskPublishNow, deskRollBack } from '#contract/desk/publish.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { call } from '#client/browser-call.ts'
import { deskCall } from './call.ts'
import { createLoadable } from './loadable.ts'

export type Publishing = ReplyOf<typeof deskPublishing>

export const publishing = createLoadable<Publishing, []>((signal) => deskCall(deskPublishing, {}, signal))
/** Whether a request was sent that has not ended. */
export const $isAsked = atom(false)

const LOOK_MS = 2_000

/** Looks again while the page is open: a publication ends without a word of the browser's. A failed look changes nothing. */
export function follow(): () => void {
  const timer = setInterval(() => void look(), LOOK_MS)
  return () => clearInterval(timer)
}

async function look(): Promise<void> {
  if (document.hidden || publishing.$loadable.get().state !== 'ready') return
  const result = await call(deskPublishing, {})
  if (!result.ok) return
  publishing.replace(() => result.value)
  $isAsked.set(result.value.requests.some(({ state }) => state === 'waiting' || state === 'running'))
}

/** These return the fault, or nothing when the request was taken. */
export async function publishNow(): Promise<string | undefined> {
  const result = await deskCall(deskPublishNow, {})
  await look()
  return result.ok ? undefined : result.fault
}

export async function rollBackTo(publication: string): Promise<string | undefined> {
  const result = await deskCall(deskRollBack, { publication })
  await look()
  return result.ok ? undefined : result.fault
}
