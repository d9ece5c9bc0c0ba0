import { triggerHydration } from '#client/hydration-trigger.ts'
import { $session, currentSession } from '#stores/accounts/session.ts'
import { fulfilWish } from '../cart/fulfil-wish.ts'
import { countCart } from '#stores/cart/cart-count.ts'
import { hasUnsentReports } from '#stores/listening/player-memory.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { refreshPlan } from '#stores/plans/plan.ts'
import { untilAborted } from '../connected-element.ts'
import { player } from '../listening/player-module.ts'
import { isForKids } from '../page-state.ts'

/** On the way out nothing is asked for: the token may be dead before the answer. */
const isLeaving = () => location.pathname.endsWith('/logout/')

/** Once a session. Pages for children register nothing (KI-3). */
async function register(): Promise<void> {
  if (isForKids() || isLeaving()) return
  const { registerThisDevice } = await import('#stores/accounts/device.ts')
  await registerThisDevice()
}

/** The title that was heard last stands ready at the foot of the page (PL-1). */
async function restorePlayer(): Promise<void> {
  const { findLastTitle } = await import('#stores/listening/last-title.ts')
  const titleId = await findLastTitle()
  if (titleId === undefined) return
  triggerHydration('sound')
  const module = await player.load()
  await module.restorePlayer(titleId)
}

/** Reports of the last visit that found no network go out now. */
async function sendUnsentReports(): Promise<void> {
  if (!hasUnsentReports()) return
  const { sendReports } = await import('#stores/listening/player/progress-reports.ts')
  await sendReports()
}

/** Within one visit another listener may sign in. */
let startedFor = ''

function startSession(): void {
  const now = $session.get()
  const token = now.state === 'in' ? now.session.token : ''
  if (token === startedFor) return
  startedFor = token
  if (!token || isLeaving()) return
  // Code that could not be fetched is fetched on the next page; what waits to be sent stays.
  for (const work of [countCart, refreshPlan, restorePlayer, sendUnsentReports, register])
    void work().catch(() => undefined)
}

export function startVisit(signal: AbortSignal): void {
  untilAborted(signal, $session.subscribe(startSession))
  void currentSession()
  if (location.search.includes('buy=')) void fulfilWish().catch(alertOffline)
  void register().catch(() => undefined)
}
