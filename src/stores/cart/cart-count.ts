import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { onOtherTab } from '#client/cross-tab-channel.ts'
import { cartCount } from '#contract/cart.ts'
import { $session, currentSession } from '../accounts/session.ts'
import { createLatestOnly } from '../latest-only.ts'

/** Number of cart lines; 0 for a guest, and when it cannot be loaded. */
export const $cartCount = atom(0)

const latestOnly = createLatestOnly()

/** Known from the whole cart: an answer that was asked for before is older. */
export function setCartCount(count: number): void {
  latestOnly.cancel()
  $cartCount.set(count)
}

export async function countCart(): Promise<void> {
  const isLatest = latestOnly.start()
  const result = (await currentSession()) && (await call(cartCount, {}))
  if (!isLatest()) return
  // The listener may have signed out meanwhile.
  $cartCount.set(result?.ok && $session.get().state === 'in' ? result.value.data : 0)
}

$session.listen(({ state }) => {
  if (state === 'out') $cartCount.set(0)
})

let refresh = countCart
/** The store of the whole cart, once loaded, takes over the refresh, so that only one request is sent. */
export function setCartRefresh(better: () => Promise<void>): void {
  refresh = better
}
/** After a change by another tab or by a payment. */
export const refreshCart = (): Promise<void> => refresh()

// Tabs of one browser show the same cart [CA-3].
onOtherTab('cart', () => void refreshCart())
