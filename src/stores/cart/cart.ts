import { announceToTabs } from '#client/cross-tab-channel.ts'
import { createCart, type Changed } from './cart-lines.ts'
import { countCart, setCartCount, setCartRefresh } from './cart-count.ts'
import { $session } from '../accounts/session.ts'

/** The cart of the listener. */
const store = createCart({ gift: false })

store.$cart.listen((now) => {
  if (now.state === 'ready') setCartCount(now.cart?.lines.filter((line) => !line.is_under_way).length ?? 0)
})
setCartRefresh(() => (store.$cart.get().state === 'unknown' ? countCart() : store.load()))
$session.listen(({ state }) => {
  if (state === 'out') store.forget()
})

async function announceChange(change: Promise<Changed>): Promise<Changed> {
  const changed = await change
  if (changed.ok) announceToTabs('cart')
  return changed
}

export const addToCart = (variant: number, replacesPlan = false): Promise<Changed> =>
  announceChange(store.add(variant, replacesPlan))
/** For islands that show and change the whole cart. */
export const cart = {
  ...store,
  add: addToCart,
  remove: (variant: number) => announceChange(store.remove(variant)),
  apply: (code: string) => announceChange(store.apply(code)),
}
