import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { addToLibrary, titleAccess, type TitleAccess } from '#contract/library.ts'
import { currentSession } from '../accounts/session.ts'

/** What the listener may do with the title of a page; undefined for guests and until it is known. */
export const $entitlements = atom<(TitleAccess & { isSubscribed: boolean }) | undefined>(undefined)
/** They were asked for in vain. */
export const $entitlementsFailed = atom(false)
/** Counts the attempts to add a title. A store and no call: a page that is only read must not load the player, which listens to it. */
export const $libraryAdditions = atom(0)
export type Adding = { state: 'idle' } | { state: 'busy' } | { state: 'added' } | { state: 'failed' }
export const $adding = atom<Adding>({ state: 'idle' })

/** Again for the same title: what is known stays until the answer is there. */
export async function loadEntitlements(titleId: number): Promise<void> {
  if ($entitlements.get()?.product_id !== titleId) $entitlements.set(undefined)
  $adding.set({ state: 'idle' })
  if (!(await currentSession())) return $entitlements.set(undefined)
  const result = await call(titleAccess, { product_ids: [titleId] })
  const [title] = result.ok ? result.value.titles : []
  $entitlementsFailed.set(!title)
  if (result.ok && title) $entitlements.set({ ...title, isSubscribed: result.value.is_subscribed })
}

/** C4: success leads to the library. */
export async function addTitle(product: number): Promise<void> {
  if ($adding.get().state === 'busy') return
  $adding.set({ state: 'busy' })
  const result = await call(addToLibrary, { product })
  $libraryAdditions.set($libraryAdditions.get() + 1)
  $adding.set({ state: result.ok && result.value.status ? 'added' : 'failed' })
}

/** How far the listener is in a title that the page only lists. */
export async function positionsIn(titleId: number): Promise<TitleAccess | undefined> {
  const result = (await currentSession()) ? await call(titleAccess, { product_ids: [titleId] }) : undefined
  return result?.ok ? result.value.titles[0] : undefined
}
