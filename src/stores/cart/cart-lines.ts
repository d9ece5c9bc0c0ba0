import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { addToCart, applyCoupon, cartDetails, removeFromCart, type Cart } from '#contract/cart.ts'
import { currentSession } from '../accounts/session.ts'

export type CartState =
  | { state: 'unknown' }
  | { state: 'loading' }
  | { state: 'failed'; fault: string }
  | { state: 'ready'; cart: Cart | undefined }
export type Changed = { ok: true } | { ok: false; fault: string; seconds?: number }

/** A cart as the server last told it: the listener's own, or the one of gifts. Amounts are the server's; nothing is computed here. */
export function createCart({ gift }: { gift: boolean }) {
  const $cart = atom<CartState>({ state: 'unknown' })
  let asked = 0

  async function bring(): Promise<void> {
    const turn = (asked += 1)
    if ($cart.get().state !== 'ready') $cart.set({ state: 'loading' })
    const result = await call(cartDetails, gift ? { gift_cart: true } : {})
    if (turn !== asked) return
    $cart.set(result.ok ? { state: 'ready', cart: result.value.data[0] } : { state: 'failed', fault: result.fault })
  }

  /** Newer than whatever is still on its way. */
  function show(cart: Cart): void {
    asked += 1
    $cart.set({ state: 'ready', cart })
  }

  /** What the server is told of amounts is advisory (CK-5): nothing. */
  const said = async () => ({ email: (await currentSession())?.userEmail ?? '', gift_cart: gift })

  const cartOf = () => {
    const now = $cart.get()
    return now.state === 'ready' ? now.cart : undefined
  }

  async function add(variant: number): Promise<Changed> {
    const result = await call(addToCart, { ...(await said()), cart_lines: [{ variant, quantity: 1, data: null }] })
    if (!result.ok) return result
    await bring()
    return { ok: true }
  }

  async function remove(variant: number): Promise<Changed> {
    const token = cartOf()?.token
    if (token === undefined) return { ok: false, fault: 'notFound' }
    const result = await call(removeFromCart, {
      ...(await said()),
      token,
      cart_lines: [{ variant, quantity: 0, data: null }],
    })
    if (!result.ok && result.fault !== 'notFound') return result
    // Another tab may have taken it out: then it is gone all the same.
    await bring()
    return { ok: true }
  }

  /** An empty code removes the coupon. A refusal is `coupon`, whatever is wrong with it. */
  async function apply(code: string): Promise<Changed> {
    const token = cartOf()?.token
    if (token === undefined) return { ok: false, fault: 'notFound' }
    const before = asked
    const result = await call(applyCoupon, { token, voucher_code: code })
    if (!result.ok) return result
    const { data } = result.value
    if (Array.isArray(data)) return { ok: false, fault: 'coupon' }
    // Brought meanwhile, with or without the coupon: the server is asked once more.
    if (asked !== before) await bring()
    else show(data.cart)
    return { ok: true }
  }

  /** Of another listener, or of nobody. */
  function forgetBasket(): void {
    asked += 1
    $cart.set({ state: 'unknown' })
  }

  return { $cart, bring, add, remove, apply, forget: forgetBasket }
}
export type Basket = ReturnType<typeof createCart>
