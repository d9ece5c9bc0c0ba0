import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { waitingGifts } from '#contract/gifts/gifts.ts'
import { $session } from '../accounts/session.ts'

type WaitingGift = ReplyOf<typeof waitingGifts>['data'][number]
/** Mailed to the address of the listener and not redeemed. */
export const $waitingGifts = atom<readonly WaitingGift[]>([])

/** Their mail has them too, so a failed request is not told. */
export async function loadWaitingGifts(): Promise<void> {
  const result = await call(waitingGifts, {})
  if (result.ok) $waitingGifts.set(result.value.data)
}

$session.listen(({ state }) => {
  if (state === 'out') $waitingGifts.set([])
})
