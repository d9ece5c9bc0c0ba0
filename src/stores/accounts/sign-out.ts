import { abortSessionCalls, call } from '#client/browser-call.ts'
import { announceToTabs } from '#client/cross-tab-channel.ts'
import { logout } from '#contract/accounts/accounts.ts'
import { offlineCaches } from '#contract/offline/offline.ts'
import { storageKeys } from '#contract/storage.ts'
import { $hasPendingAudition } from '../auditions/pending-audition.ts'
import { clearGenre } from '../catalog/genre-choice.ts'
import { hasUnsentMarks } from '../library/marks/unsent-marks.ts'
import { clearPlayerMemory, hasUnsentReports } from '../listening/player-memory.ts'
import { stopPlayer } from '../listening/player-presence.ts'
import { removeStored } from '../persistent.ts'
import { forgetCountry } from './country.ts'
import { announceSignOut, currentSession, endSession } from './session.ts'

const TIMEOUT_MS = 5_000

/** Ends the session on the server and here, and removes all data of the listener. Works without the server too. */
export async function signOut(): Promise<void> {
  if (await currentSession()) {
    stopPlayer()
    await Promise.race([Promise.all([sendLastReports(), sendLastMarks()]), timeout()])
    abortSessionCalls()
    await call(logout, {}, AbortSignal.timeout(TIMEOUT_MS))
  }
  clearListenerData()
}

const timeout = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, TIMEOUT_MS))

/** What was heard counts, but it must not wait in the browser of somebody who left. */
async function sendLastReports(): Promise<void> {
  if (!hasUnsentReports()) return
  const { sendReports } = await import('../listening/player/progress-reports.ts').catch(() => ({
    sendReports: undefined,
  }))
  await sendReports?.()
}

/** Without a network it ends soon: what is unsent then is lost with the session. */
export async function sendLastMarks(): Promise<void> {
  if (!hasUnsentMarks()) return
  const store = await import('../library/marks/marks.ts').catch(() => undefined)
  await Promise.race([store?.sendMarks(), timeout()])
}

/** Only in this browser: for sessions that the server has ended already. */
export function clearListenerData(): void {
  endSession()
  announceSignOut()
  announceToTabs('signedOut')
  $hasPendingAudition.set(false)
  clearPlayerMemory()
  removeStored(storageKeys.marks)
  removeStored(storageKeys.offlineRemoved)
  removeStored(storageKeys.linesHeard)
  clearGenre()
  // Tracks are for listeners only, and offline copies tell what somebody likes.
  void globalThis.caches?.delete(offlineCaches.tracks)
  forgetCountry()
}
