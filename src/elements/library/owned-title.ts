import { navigate } from '#client/navigate.ts'
import { buyControls } from '#contract/access.ts'
import { localeOf } from '#i18n/locales.ts'
import { pathTo } from '#i18n/paths.ts'
import { showPlaces } from '../listening/positions.ts'
import { $heard } from '#stores/listening/heard.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { countTitle } from '#stores/catalog/page-views.ts'
import { $adding, $entitlements, addTitle, loadEntitlements } from '#stores/listening/entitlements.ts'

const library = () => pathTo('library', localeOf(document.documentElement.lang))
const boxOf = () => document.querySelector<HTMLElement>('[data-own]')

/** Which of the buttons of C2 a listener has, a price only to who may pay it, and whether the whole may be played at once (PD-3). */
function show(): void {
  const box = boxOf()
  const rights = $entitlements.get()
  if (!box || !rights || rights.product_id !== Number(box.dataset['own'])) return
  const title = { isFree: rights.is_free, isPurchased: rights.is_purchased, priceInr: Number(box.dataset['price']) }
  const controls = new Set<string>(
    rights.in_library
      ? ['library', ...(rights.isSubscribed ? [] : ['subscribe'])]
      : buyControls(rights.isSubscribed, title),
  )
  for (const control of box.querySelectorAll<HTMLElement>('[data-does]'))
    control.hidden = !controls.has(control.dataset['does'] ?? '')
  const price = box.querySelector<HTMLElement>('.price')
  if (price) price.hidden = !controls.has('purchase')
  showPlaces(rights)
  const playAll = box.querySelector<HTMLElement>('.play-all')
  if (playAll) playAll.hidden = !(rights.is_free || rights.is_purchased || rights.isSubscribed)
  document.querySelector('.reviews')?.setAttribute('data-mine', `${rights.may_review} ${rights.has_reviewed}`)
}

function told(): void {
  const { state } = $adding.get()
  boxOf()?.setAttribute('aria-busy', String(state === 'busy'))
  say(state === 'failed' ? 'failed' : undefined)
  if (state === 'added') void navigate(library())
}

/** What went wrong, in the words that the box carries. */
function say(what?: 'failed' | 'inCart'): void {
  const box = boxOf()
  const note = box?.querySelector<HTMLElement>('[data-note]')
  if (!box || !note) return
  note.hidden = !what
  note.textContent = (what && box.dataset[what]) ?? ''
}

async function purchase(): Promise<void> {
  const box = boxOf()
  if (!box || box.getAttribute('aria-busy') === 'true') return
  say()
  box.setAttribute('aria-busy', 'true')
  const fault = await import('../cart/buy.ts')
    .then(({ buy }) => buy(Number(box.dataset['variant'])))
    .catch(() => 'offline')
  box.setAttribute('aria-busy', 'false')
  if (fault === 'alreadyOwned') return void ownTitle(box)
  if (fault) say(fault === 'alreadyInCart' ? 'inCart' : 'failed')
}

async function press(control: HTMLElement): Promise<void> {
  const rights = $entitlements.get()
  if (!rights) return
  const { does } = control.dataset
  if (does === 'purchase') return purchase()
  if (does === 'review')
    return import('#islands/reviews/reviews.tsx').then(({ openReview }) => openReview(control)).catch(alertOffline)
  return does === 'library' && rights.in_library ? navigate(library()) : addTitle(rights.product_id)
}

document.addEventListener('click', ({ target }) => {
  const control = target instanceof Element ? target.closest<HTMLElement>('button[data-does]') : null
  if (control) void press(control)
})
$heard.listen(() => {
  const box = boxOf()
  if (box) void ownTitle(box)
})
$entitlements.subscribe(show)
$adding.listen(told)

export async function ownTitle(box: HTMLElement): Promise<void> {
  const titleId = Number(box.dataset['own'])
  await loadEntitlements(titleId)
  // After what the page needs, and never for children (KI-3).
  if (document.querySelector('[data-title-page]') && !('kids' in document.body.dataset)) await countTitle(titleId)
}
