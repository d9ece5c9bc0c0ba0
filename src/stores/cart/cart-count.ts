import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { onOtherTab } from '#client/cross-tab-channel.ts'
import { cartCount } from '#contract/cart.ts'
import { $session, currentSession } from '../accounts/session.ts'

/** Lines of the basket; 0 for a guest, and when it cannot be known (C8). */
export const $cartCount = atom(0)

export async function countCart(): Promise<void> {
  const result = (await currentSession()) && (await call(cartCount, {}))
  // Who asked may have left meanwhile.
  $cartCount.set(result?.ok && $session.get().state === 'in' ? result.value.data : 0)
}

$session.listen(({ state }) => {
  if (state === 'out') $cartCount.set(0)
})

let refresh = countCart
/** The store of the whole cart, once it is there, refreshes more than the count: nobody asks twice. */
export function setCartRefresh(better: () => Promise<void>): void {
  refresh = better
}
/** Something changed that this tab did not do: another tab, or a payment. */
export const refreshCart = (): Promise<void> => refresh()

// Tabs of one browser show the same cart (CA-3).
onOtherTab('cart', () => void refreshCart())
