import { navigate } from '#client/navigate.ts'
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

/** The server says which buttons a listener has; a price only to who may pay it (PD-3). */
function show(element: OwnedTitle, access: Entitlements): void {
  const controls = new Set<string>(access.controls ?? ['library'])
  for (const button of element.querySelectorAll<HTMLButtonElement>('button[value]'))
    button.hidden = !controls.has(button.value)
  element.querySelector('.subscribe')?.toggleAttribute('hidden', !controls.has('subscribe'))
  element.querySelector('.price')?.toggleAttribute('hidden', !controls.has('purchase'))
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
