import { announce } from '#client/cross-tab-channel.ts'
import { createBasket, type Changed } from './cart-lines.ts'
import { $cartCount, countCart, refreshBy } from './cart-count.ts'
import { $session } from '../accounts/session.ts'

/** The cart of the listener. */
const basket = createBasket({ gift: false })
export const $cart = basket.$basket
export const bringCart = basket.bring

$cart.listen((now) => {
  if (now.state === 'ready') $cartCount.set(now.cart?.lines.length ?? 0)
})
refreshBy(() => ($cart.get().state === 'unknown' ? countCart() : basket.bring()))
$session.listen(({ state }) => {
  if (state === 'out') basket.forget()
})

async function told(change: Promise<Changed>): Promise<Changed> {
  const changed = await change
  if (changed.ok) announce('basket')
  return changed
}

export const addToCart = (variant: number): Promise<Changed> => told(basket.add(variant))
export const takeFromCart = (variant: number): Promise<Changed> => told(basket.remove(variant))
/** For what needs the whole basket, as a summary does. */
export const cart = {
  ...basket,
  add: addToCart,
  remove: takeFromCart,
  apply: (code: string) => told(basket.apply(code)),
}
