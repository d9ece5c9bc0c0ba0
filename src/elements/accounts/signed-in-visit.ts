import { triggerHydration } from '#client/directives/hydration-trigger.ts'
import { $session, currentSession } from '#stores/accounts/session.ts'
import { fulfilWish } from '../cart/fulfil-wish.ts'
import { countCart } from '#stores/cart/cart-count.ts'
import { hasUnsentMarks } from '#stores/library/marks/unsent-marks.ts'
import { hasUnsentReports } from '#stores/listening/player-memory.ts'
import { readStored } from '#stores/persistent.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { refreshPlan } from '#stores/plans/plan.ts'
import { untilAborted } from '../connected-element.ts'
import { player } from '../listening/player-module.ts'
import { isForKids } from '../page-state.ts'

/** On the way out nothing is asked for: the token may be dead before the answer. */
const isLeaving = () => location.pathname.endsWith('/logout/')

/** Once a session. Pages for children register nothing [KI-3]. */
async function register(): Promise<void> {
  if (isForKids() || isLeaving()) return
  const { registerThisDevice } = await import('#stores/accounts/device.ts')
  await registerThisDevice()
}

/** The title that was heard last stands ready at the foot of the page [PL-1]. */
async function restorePlayer(): Promise<void> {
  const { findLastTitle } = await import('#stores/listening/last-title.ts')
  const titleId = await findLastTitle()
  if (titleId === undefined) return
  triggerHydration('sound')
  const module = await player.load()
  await module.restorePlayer(titleId)
}

/** Reports and marks of the last visit that found no network go out now. */
async function sendUnsent(): Promise<void> {
  if (hasUnsentMarks())
    void import('#stores/library/marks/marks.ts').then(({ sendMarks }) => sendMarks()).catch(() => undefined)
  if (!hasUnsentReports()) return
  const { sendReports } = await import('#stores/listening/player/progress-reports.ts')
  await sendReports()
}

/** Who saved titles here, or has them saved by themselves; nobody else loads anything of it. */
async function followOffline(): Promise<void> {
  const isWanted = readStored('offlineSettings') ?? readStored('offlineRemoved')
  if (!isWanted && !(await globalThis.caches?.has('keptTracks'))) return
  const { startOfflineVisit } = await import('../offline/titles/offline-visit.ts')
  await startOfflineVisit()
}

/** The home page of a listener begins with what is theirs: also when they come to it from this page, before its own script runs. */
async function beginHome(signal: AbortSignal): Promise<void> {
  await import('../library/home-element.ts')
  const element = document.querySelector<HTMLElement>('listener-home')
  if (!element) return
  const { followHome } = await import('../library/listener-home.ts')
  if (!signal.aborted) followHome(element, signal)
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
  for (const work of [countCart, refreshPlan, restorePlayer, sendUnsent, register, followOffline])
    void work().catch(() => undefined)
}

export function startVisit(signal: AbortSignal): void {
  untilAborted(signal, $session.subscribe(startSession))
  void currentSession()
  void beginHome(signal).catch(() => undefined)
  if (location.search.includes('buy=')) void fulfilWish().catch(alertOffline)
  void register().catch(() => undefined)
}
