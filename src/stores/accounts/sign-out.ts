import { call } from '#client/browser.ts'
import { forget, keep, visitMemory } from '#client/storage.ts'
import { logout } from '#contract/accounts.ts'
import { keptStores } from '#contract/offline.ts'
import { storageKeys } from '#contract/storage.ts'
import { endSession, whoIsIn } from './session.ts'

const PATIENCE_MS = 5_000

/** Ends the session on the server and here, with everything of the listener (D4). A server that is gone keeps nobody signed in here. */
export async function signOut(): Promise<void> {
  if (await whoIsIn()) await call(logout, {}, AbortSignal.timeout(PATIENCE_MS))
  forgetListener()
}

/** Only here: for sessions that are over on the server already. */
export function forgetListener(): void {
  endSession()
  document.dispatchEvent(new CustomEvent('shop:signed-out'))
  forget(storageKeys.auditionForm, storageKeys.productId, storageKeys.playerPlaces)
  for (const key of ['auditionDraft', 'giftDraft', 'giftCode', 'giverToken', 'payment'] as const)
    visitMemory.take(storageKeys[key])
  // Free tracks are for listeners, and what somebody kept tells what they like.
  void globalThis.caches?.delete(keptStores.tracks)
  keep(storageKeys.countryCode, 'IN')
  document.documentElement.dataset['country'] = 'IN'
}
