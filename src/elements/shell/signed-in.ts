/** What the shell shows of a listener who is signed in. Guests never fetch it. */
import { triggerHydration } from '#client/hydration-trigger.ts'
import { digits } from '#i18n/format.ts'
import { localeOf } from '#i18n/locales.ts'
import { $cartCount, countCart } from '#stores/cart/cart-count.ts'
import { $session, currentSession } from '#stores/accounts/session.ts'
import { $lastTitleId, hasUnsentReports } from '#stores/listening/player-memory.ts'
import { refreshPlan } from '#stores/plans/plan.ts'

/** The picture of the listener, or the icon that stands in the page (SH-8). */
function showPicture(): void {
  const now = $session.get()
  const picture = now.state === 'in' ? now.session.userProfile : null
  const summary = document.querySelector<HTMLElement>('[data-profile]')
  if (!summary) return
  const shown = summary.querySelector('img')
  if (!picture) return shown?.remove()
  const image = shown ?? new Image(36, 36)
  image.alt = ''
  // One that is gone gives way to the icon.
  image.onerror = () => image.remove()
  if (image.getAttribute('src') !== picture) image.src = picture
  if (!shown) summary.prepend(image)
}

/** Only when there is something in it (SH-7). */
function showBasket(): void {
  const basket = document.querySelector<HTMLElement>('[data-basket]')
  const number = basket?.querySelector('[data-count]')
  if (!basket || !number) return
  const count = $cartCount.get()
  basket.hidden = count === 0
  number.textContent = digits(count, localeOf(document.documentElement.lang))
}

/** Once a session too. Pages for children register nothing (KI-3). */
async function register(): Promise<void> {
  if ('kids' in document.body.dataset || location.pathname.endsWith('/logout/')) return
  const { registerThisDevice } = await import('#stores/accounts/device.ts')
  await registerThisDevice()
}

function show(): void {
  showPicture()
  showBasket()
  void register().catch(() => undefined)
}

/** The title that was heard last stands ready at the foot of the page (PL-1). */
async function bringPlayer(): Promise<void> {
  if ($lastTitleId.get() === undefined) return
  triggerHydration('sound')
  const { restorePlayer } = await import('../listening/play-state.ts')
  await restorePlayer()
}

/** Reports of the last visit that found no network go out now. */
async function sendWaiting(): Promise<void> {
  if (!hasUnsentReports()) return
  const { sendReports } = await import('#stores/listening/player/progress-reports.ts')
  await sendReports()
}

/** Once a session: within one visit another listener may sign in. */
let known = ''
function greet(): void {
  const now = $session.get()
  const token = now.state === 'in' ? now.session.token : ''
  if (token === known) return
  known = token
  // On the way out nothing is asked for: the token may be dead before the answer.
  if (!token || location.pathname.endsWith('/logout/')) return
  // Code that could not be fetched is fetched on the next page; what waits to be sent is kept.
  for (const work of [countCart, refreshPlan, bringPlayer, sendWaiting, register]) void work().catch(() => undefined)
}

document.addEventListener('astro:page-load', show)
$cartCount.subscribe(showBasket)
$session.subscribe(() => {
  showPicture()
  greet()
})
void currentSession()
