import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { addToLibrary } from '#contract/library/library.ts'
import { markLibraryAddition } from './library-additions.ts'
import { $session, currentSession } from '../accounts/session.ts'
import { createLatestOnly } from '../latest-only.ts'
import { accessTo, type KnownAccess } from './title-access.ts'

/** What the listener may do with the title of a page; undefined for guests and until it is loaded. */
export const $entitlements = atom<KnownAccess | undefined>(undefined)
/** The entitlements could not be loaded. */
export const $entitlementsFailed = atom(false)
type Adding = { state: 'idle' } | { state: 'busy' } | { state: 'added' } | { state: 'failed' }
export const $adding = atom<Adding>({ state: 'idle' })

/** The title of the page: answers about one that was left meanwhile are not written. */
let pageTitle: number | undefined
const latestOnly = createLatestOnly()

// The next listener has other rights.
$session.listen(({ state }) => {
  if (state !== 'out') return
  latestOnly.cancel()
  $entitlements.set(undefined)
  $entitlementsFailed.set(false)
})

/** Known entitlements of the same title stay during a reload. */
export async function loadEntitlements(titleId: number): Promise<void> {
  pageTitle = titleId
  if ($entitlements.get()?.product_id !== titleId) $entitlements.set(undefined)
  $adding.set({ state: 'idle' })
  if (await currentSession()) await refreshEntitlements(titleId)
}

async function refreshEntitlements(titleId: number): Promise<void> {
  const isLatest = latestOnly.current()
  const result = await accessTo([titleId])
  if (titleId !== pageTitle || !isLatest()) return
  const [title] = result.ok ? result.titles : []
  $entitlementsFailed.set(!title)
  if (title) $entitlements.set(title)
}

/** After a success the entitlements say that the title is in the library. */
export async function addTitle(product: number): Promise<void> {
  if ($adding.get().state === 'busy') return
  $adding.set({ state: 'busy' })
  const result = await call(addToLibrary, { product })
  markLibraryAddition()
  const isAdded = result.ok && result.value.status
  if (isAdded) await refreshEntitlements(product)
  if (product === pageTitle) $adding.set({ state: isAdded ? 'added' : 'failed' })
}

/** Positions of the listener in a title that the page only lists. */
export async function positionsIn(titleId: number): Promise<KnownAccess | undefined> {
  const result = (await currentSession()) ? await accessTo([titleId]) : undefined
  return result?.ok ? result.titles[0] : undefined
}
