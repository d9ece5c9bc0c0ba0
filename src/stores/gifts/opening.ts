import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { lookAtGift, openGift } from '#contract/gifts/gifts.ts'
import { $signOuts, currentSession } from '../accounts/session.ts'
import { createLatestOnly } from '../latest-only.ts'
import { showOpened, takeGift, type Opened } from './redeem.ts'

const PATIENCE_MS = 30_000

export type SeenGift = ReplyOf<typeof lookAtGift>['data']
type OpenGift = ReplyOf<typeof openGift>['data']
type Failure = { fault: string; seconds?: number | undefined }
/**
 * The gift of a link. `unknown`: the link opens nothing. `failed`: nothing is known; `failure` of the others: what the last press came to; `taken`: it is in the
 * library of the listener.
 */
export type Opening =
  | { state: 'looking' }
  | { state: 'unknown' }
  | { state: 'failed'; failure: Failure }
  | { state: 'seen'; gift: SeenGift; isBusy: boolean; failure?: Failure }
  | { state: 'open'; gift: OpenGift; isBusy: boolean; failure?: Failure; taken?: Opened }
export const $opening = atom<Opening>({ state: 'looking' })

const latestOnly = createLatestOnly()

/** Asking changes nothing. `isQuiet`: what is shown stays until the reply. */
export async function look(code: string, isQuiet = false): Promise<void> {
  const isLatest = latestOnly.start()
  if (!isQuiet) $opening.set({ state: 'looking' })
  const result = await call(lookAtGift, { code }, AbortSignal.timeout(PATIENCE_MS))
  if (!isLatest() || (isQuiet && !result.ok)) return
  if (result.ok) return $opening.set({ state: 'seen', gift: result.value.data, isBusy: false })
  const { fault, seconds } = result
  $opening.set(
    fault === 'gift' || fault === 'badInput' ? { state: 'unknown' } : { state: 'failed', failure: { fault, seconds } },
  )
}

/** The press. A gift that went meanwhile is looked at again. */
export async function open(code: string): Promise<void> {
  const now = $opening.get()
  if (now.state !== 'seen' || now.isBusy) return
  const isLatest = latestOnly.start()
  $opening.set({ state: 'seen', gift: now.gift, isBusy: true })
  const result = await call(openGift, { code }, AbortSignal.timeout(PATIENCE_MS))
  if (!isLatest()) return
  if (result.ok) {
    $opening.set({ state: 'open', gift: result.value.data, isBusy: false })
    return take(code, result.value.data)
  }
  const { fault, seconds } = result
  if (fault === 'giftGone' || fault === 'notYet' || fault === 'gift') return look(code)
  $opening.set({ state: 'seen', gift: now.gift, isBusy: false, failure: { fault, seconds } })
}

/** What a listener opened is theirs, also when they leave before they begin. */
async function take(code: string, gift: OpenGift): Promise<void> {
  if (!(await currentSession())) return
  const result = await takeGift(code)
  const now = $opening.get()
  if (now.state !== 'open' || now.gift !== gift) return
  if (result.ok) return $opening.set({ ...now, taken: result.opened })
  const { fault, seconds } = result
  // Whatever else went wrong may go well at the next press.
  if (fault === 'alreadyOwned' || fault === 'gift') $opening.set({ ...now, failure: { fault, seconds } })
}

/** The link of a gift that is the listener's shows it open. */
export async function enter(code: string): Promise<void> {
  await look(code)
  const now = $opening.get()
  if (now.state === 'seen' && now.gift.state === 'mine') await open(code)
}

/** A new address of the voice, when the first one has ended. */
export async function voiceAgain(code: string): Promise<string | undefined> {
  const result = await call(openGift, { code }, AbortSignal.timeout(PATIENCE_MS))
  return result.ok ? result.value.data.voice?.address : undefined
}

/** For who pressed before they signed in: nothing is left to press, and a refusal is told on the open card. */
export async function beginAtOnce(code: string): Promise<void> {
  await look(code)
  if (!(await currentSession())) return
  await open(code)
  const now = $opening.get()
  if (now.state === 'open' && !now.failure) await begin(code)
}

/** Makes the gift the listener's. Pressing twice redeems it once. */
export async function begin(code: string): Promise<void> {
  const now = $opening.get()
  if (now.state !== 'open' || now.isBusy) return
  if (now.taken) return showOpened(now.taken)
  $opening.set({ state: 'open', gift: now.gift, isBusy: true })
  const result = await takeGift(code)
  const then = $opening.get()
  // Its listener has left, or opened another gift.
  if (then.state !== 'open' || then.gift !== now.gift) return
  const failure = result.ok ? {} : { failure: { fault: result.fault, seconds: result.seconds } }
  $opening.set({ state: 'open', gift: now.gift, isBusy: false, ...failure })
  if (result.ok) showOpened(result.opened)
}

$signOuts.listen(() => {
  latestOnly.cancel()
  $opening.set({ state: 'looking' })
})
