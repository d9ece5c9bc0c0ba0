import { announceToTabs } from '#client/cross-tab-channel.ts'
import { createCart, type Changed } from './cart-lines.ts'
import { $cartCount, countCart, setCartRefresh } from './cart-count.ts'
import { $session } from '../accounts/session.ts'

/** The cart of the listener. */
const basket = createCart({ gift: false })
export const $cart = basket.$cart
export const loadCart = basket.bring

$cart.listen((now) => {
  if (now.state === 'ready') $cartCount.set(now.cart?.lines.length ?? 0)
})
setCartRefresh(() => ($cart.get().state === 'unknown' ? countCart() : basket.bring()))
$session.listen(({ state }) => {
  if (state === 'out') basket.forget()
})

async function told(change: Promise<Changed>): Promise<Changed> {
  const changed = await change
  if (changed.ok) announceToTabs('cart')
  return changed
}

export const addToCart = (variant: number): Promise<Changed> => told(basket.add(variant))
export const removeFromCartLine = (variant: number): Promise<Changed> => told(basket.remove(variant))
/** For what needs the whole basket, as a summary does. */
export const cart = {
  ...basket,
  add: addToCart,
  remove: removeFromCartLine,
  apply: (code: string) => told(basket.apply(code)),
}
