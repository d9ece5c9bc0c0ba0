import { navigate } from '#client/navigate.ts'
import { buyControls } from '#contract/play-access.ts'
import { pathTo } from '#i18n/paths.ts'
import { countTitle } from '#stores/catalog/page-views.ts'
import { $adding, $entitlements, addTitle, loadEntitlements } from '#stores/listening/entitlements.ts'
import { $heard } from '#stores/listening/progress-changed.ts'
import { untilAborted } from '../connected-element.ts'
import { pageLocale } from '../page-locale.ts'
import { isForKids } from '../page-state.ts'
import type { OwnedTitle } from './owned-title.ts'

type Entitlements = NonNullable<ReturnType<typeof $entitlements.get>>

const goToLibrary = () => navigate(pathTo('library', pageLocale()))

export async function followTitle(element: OwnedTitle, signal: AbortSignal): Promise<void> {
  element.onControl(signal, (control) => void press(element, control))
  untilAborted(
    signal,
    $entitlements.subscribe((access) => {
      if (access?.product_id === element.titleId) show(element, access)
    }),
    $adding.listen(({ state }) => showAdding(element, state)),
    $heard.listen(() => void loadTitle(element)),
  )
  await loadTitle(element)
}

async function loadTitle(element: OwnedTitle): Promise<void> {
  await loadEntitlements(element.titleId)
  // After what the page needs, and never for children (KI-3).
  if (element.isPage && !isForKids()) await countTitle(element.titleId)
}

/** Which buttons a listener has, a price only to who may pay it, and whether the whole may be played at once (PD-3). */
function show(element: OwnedTitle, access: Entitlements): void {
  const title = { isFree: access.is_free, isPurchased: access.is_purchased, priceInr: element.price }
  const controls = new Set<string>(
    access.in_library
      ? ['library', ...(access.isSubscribed ? [] : ['subscribe'])]
      : buyControls(access.isSubscribed, title),
  )
  for (const button of element.querySelectorAll<HTMLButtonElement>('button[value]'))
    button.hidden = !controls.has(button.value)
  element.querySelector('.subscribe')?.toggleAttribute('hidden', !controls.has('subscribe'))
  element.querySelector('.price')?.toggleAttribute('hidden', !controls.has('purchase'))
  const mayPlay = access.is_free || access.is_purchased || access.isSubscribed
  element.querySelector('.play-all')?.toggleAttribute('hidden', !mayPlay)
}

function setBusy(element: OwnedTitle, isBusy: boolean): void {
  element.setAttribute('aria-busy', String(isBusy))
}

function showAdding(element: OwnedTitle, state: ReturnType<typeof $adding.get>['state']): void {
  setBusy(element, state === 'busy')
  element.explain(state === 'failed' ? 'failed' : undefined)
  if (state === 'added') void goToLibrary()
}

async function purchase(element: OwnedTitle): Promise<void> {
  if (element.getAttribute('aria-busy') === 'true') return
  element.explain()
  setBusy(element, true)
  const fault = await import('../cart/buy.ts').then(({ buy }) => buy(element.variant)).catch(() => 'offline')
  setBusy(element, false)
  if (fault === 'alreadyOwned') return loadTitle(element)
  if (fault) element.explain(fault === 'alreadyInCart' ? 'in-cart' : 'failed')
}

async function press(element: OwnedTitle, control: string): Promise<void> {
  const access = $entitlements.get()
  if (!access) return
  if (control === 'purchase') return purchase(element)
  if (control === 'library' && access.in_library) return goToLibrary()
  await addTitle(access.product_id)
}
