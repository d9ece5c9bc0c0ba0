import { navigate } from '#client/navigate.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import { list } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import { pathTo } from '#i18n/paths.ts'
import { $cartCount } from '#stores/cart/cart-count.ts'
import { countTitle } from '#stores/catalog/page-views.ts'
import {
  $adding,
  $entitlements,
  $entitlementsFailed,
  addTitle,
  loadEntitlements,
} from '#stores/listening/entitlements.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { $heard } from '#stores/listening/progress-changed.ts'
import { untilAborted } from '../connected-element.ts'
import { pageLocale } from '../page-locale.ts'
import { isForKids } from '../page-state.ts'
import type { OwnedTitle } from './owned-title.ts'

type Entitlements = NonNullable<ReturnType<typeof $entitlements.get>>

async function loadTexts() {
  const messages = await loadMessages(pageLocale(), 'cart')
  return messages.ofTitle
}
const goToLibrary = () => navigate(pathTo('library', pageLocale()))

export async function followTitle(element: OwnedTitle, signal: AbortSignal): Promise<void> {
  element.onControl(signal, (control) => void press(element, control))
  // Fetched before they are needed: the network may be gone then.
  void loadTexts().catch(() => undefined)
  untilAborted(
    signal,
    $entitlements.subscribe((access) => {
      if (access?.product_id === element.titleId) void show(element, access)
    }),
    $entitlementsFailed.subscribe((isFailed) => isFailed && void showUnknown(element)),
    $adding.listen(({ state }) => void showAdding(element, state)),
    $heard.listen(() => void loadTitle(element)),
  )
  addEventListener('online', () => void loadTitle(element), { signal })
  await loadTitle(element)
  // Once a visit, not with each report of what is heard; after what the page needs, and never for children [KI-3].
  if (element.isPage && !isForKids()) await countTitle(element.titleId)
}

const loadTitle = (element: OwnedTitle): Promise<void> => loadEntitlements(element.titleId)

/** A part may stand there twice, where India and other countries are offered different things. */
function showParts(element: OwnedTitle, selector: string, isShown: boolean): void {
  for (const part of element.querySelectorAll(selector)) part.toggleAttribute('hidden', !isShown)
}

/** The server says which buttons a listener has; a price only to who may pay it [PD-3]. */
async function show(element: OwnedTitle, access: Entitlements): Promise<void> {
  const controls = new Set<string>(access.controls ?? ['library'])
  for (const button of element.querySelectorAll<HTMLButtonElement>('button[value]'))
    button.hidden = !controls.has(button.value)
  showParts(element, '.subscribe', controls.has('subscribe'))
  showParts(element, '.price', controls.has('purchase'))
  const plans = access.outside_plans ?? []
  if (plans.length === 0) return element.explain()
  const locale = pageLocale()
  const plan = list(
    plans.map((name) => nameOrEnglish(name, locale)),
    locale,
  )
  const texts = await loadTexts()
  element.explain(interpolate(texts.outsidePlan, { plan }), false)
}

/** Without a connection nobody is told the price of what may be theirs. */
async function showUnknown(element: OwnedTitle): Promise<void> {
  if ($entitlements.get()?.product_id === element.titleId) return
  showParts(element, '.price, .subscribe', false)
  const texts = await loadTexts()
  element.explain(texts.unknown, false)
}

function setBusy(element: OwnedTitle, isBusy: boolean): void {
  element.setAttribute('aria-busy', String(isBusy))
}

/** The pressed button is gone after it: the one that leads to the library takes the focus. */
async function showAdding(element: OwnedTitle, state: ReturnType<typeof $adding.get>['state']): Promise<void> {
  setBusy(element, state === 'busy')
  if (state === 'busy') return element.explain()
  if (state === 'idle') return
  if (state === 'added') element.querySelector<HTMLButtonElement>('button[value=library]')?.focus()
  const texts = await loadTexts()
  element.explain(state === 'added' ? texts.added : texts.addFailed, state === 'failed')
}

async function purchase(element: OwnedTitle): Promise<void> {
  if (element.getAttribute('aria-busy') === 'true') return
  element.explain()
  setBusy(element, true)
  const cart = await import('../cart/buy.ts').catch(() => undefined)
  const fault = cart ? await cart.buy(element.variant).catch(() => 'offline') : 'offline'
  setBusy(element, false)
  if (fault === 'alreadyOwned') return loadTitle(element)
  if (!fault) return
  const texts = await loadTexts()
  const isInCart = fault === 'alreadyInCart'
  element.explain(isInCart ? texts.inCart : texts.addFailed)
  if (!isInCart) return
  // It may be taken out there.
  const stop = $cartCount.listen(() => {
    stop()
    element.explain()
  })
  // On a phone the text is far from the button that stays on top.
  await cart?.openCart().catch(alertOffline)
}

async function press(element: OwnedTitle, control: string): Promise<void> {
  const access = $entitlements.get()
  if (control === 'purchase') return purchase(element)
  // Nothing is known once the session has ended: the library asks for the next one.
  if (control === 'library' && (!access || access.in_library)) return goToLibrary()
  await addTitle(element.titleId)
  // The button says where it leads.
  if (control === 'library' && $adding.get().state === 'added') await goToLibrary()
}
