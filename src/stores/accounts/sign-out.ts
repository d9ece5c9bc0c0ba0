import { call } from '#client/browser-call.ts'
import { takeFromTab } from '#client/tab-storage.ts'
import { logout } from '#contract/accounts.ts'
import { offlineCaches } from '#contract/offline.ts'
import { storageKeys } from '#contract/storage.ts'
import { $hasPendingAudition } from '../auditions/pending-audition.ts'
import { $lastTitleId, clearSavedPositions } from '../listening/player-memory.ts'
import { showPricesOf } from './country.ts'
import { announceSignOut, currentSession, endSession } from './session.ts'

const TIMEOUT_MS = 5_000

/** Ends the session on the server and here, and removes all data of the listener. Works without the server too. */
export async function signOut(): Promise<void> {
  if (await currentSession()) await call(logout, {}, AbortSignal.timeout(TIMEOUT_MS))
  clearListenerData()
}

/** Only in this browser: for sessions that the server has ended already. */
export function clearListenerData(): void {
  endSession()
  announceSignOut()
  $hasPendingAudition.set(false)
  $lastTitleId.set(undefined)
  clearSavedPositions()
  for (const key of ['auditionDraft', 'giftDraft', 'giftCode', 'giverToken', 'payment'] as const)
    takeFromTab(storageKeys[key])
  // Free tracks are for listeners only, and offline copies tell what somebody likes.
  void globalThis.caches?.delete(offlineCaches.tracks)
  showPricesOf('IN')
}
