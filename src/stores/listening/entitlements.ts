import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { addToLibrary, titleAccess, type TitleAccess } from '#contract/library.ts'
import { whoIsIn } from '../accounts/session.ts'

/** What the listener may do with the title of a page; undefined for guests and until it is known. */
export const $rights = atom<(TitleAccess & { isSubscribed: boolean }) | undefined>(undefined)
/** They were asked for in vain. */
export const $rightsFailed = atom(false)
export type Adding = { state: 'idle' } | { state: 'busy' } | { state: 'added' } | { state: 'failed' }
export const $adding = atom<Adding>({ state: 'idle' })

/** Again for the same title: what is known stays until the answer is there. */
export async function loadRights(titleId: number): Promise<void> {
  if ($rights.get()?.product_id !== titleId) $rights.set(undefined)
  $adding.set({ state: 'idle' })
  if (!(await whoIsIn())) return $rights.set(undefined)
  const made = await call(titleAccess, { product_ids: [titleId] })
  const [title] = made.ok ? made.value.titles : []
  $rightsFailed.set(!title)
  if (made.ok && title) $rights.set({ ...title, isSubscribed: made.value.is_subscribed })
}

/** C4: success leads to the library. */
export async function addTitle(product: number): Promise<void> {
  if ($adding.get().state === 'busy') return
  $adding.set({ state: 'busy' })
  const made = await call(addToLibrary, { product })
  // Not called: a page that is only read must not carry the player, which hears it when it is there.
  document.dispatchEvent(new CustomEvent('shop:rights'))
  $adding.set({ state: made.ok && made.value.status ? 'added' : 'failed' })
}

/** How far the listener is in a title that the page only lists. */
export async function placesIn(titleId: number): Promise<TitleAccess | undefined> {
  const made = (await whoIsIn()) ? await call(titleAccess, { product_ids: [titleId] }) : undefined
  return made?.ok ? made.value.titles[0] : undefined
}
