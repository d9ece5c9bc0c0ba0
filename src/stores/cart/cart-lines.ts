import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { addToCart, applyCoupon, cartDetails, removeFromCart, type Cart } from '#contract/cart.ts'
import { currentSession } from '../accounts/session.ts'
import { createLatestOnly } from '../latest-only.ts'

export type CartState =
  | { state: 'unknown' }
  | { state: 'loading' }
  | { state: 'failed'; fault: string }
  | { state: 'ready'; cart: Cart | undefined }
export type Changed = { ok: true } | { ok: false; fault: string; seconds?: number }

/** A cart as the server last sent it: the listener's own, or the one of gifts. Amounts come from the server; none is computed here. */
export function createCart({ gift }: { gift: boolean }) {
  const $cart = atom<CartState>({ state: 'unknown' })
  /** The line that was taken out last. */
  const $taken = atom<Cart['lines'][number] | undefined>()
  const latestOnly = createLatestOnly()

  async function load(): Promise<void> {
    const isLatest = latestOnly.start()
    if ($cart.get().state !== 'ready') $cart.set({ state: 'loading' })
    const result = await call(cartDetails, gift ? { gift_cart: true } : {})
    if (!isLatest()) return
    $cart.set(result.ok ? { state: 'ready', cart: result.value.data[0] } : { state: 'failed', fault: result.fault })
  }

  /** Makes requests that are still under way stale. */
  function show(cart: Cart): void {
    latestOnly.cancel()
    $cart.set({ state: 'ready', cart })
  }

  /** No amounts are sent: the server computes them [CK-5]. */
  const cartFields = async () => ({ email: (await currentSession())?.userEmail ?? '', gift_cart: gift })

  const cartOf = () => {
    const now = $cart.get()
    return now.state === 'ready' ? now.cart : undefined
  }

  /** `replacesPlan`: a plan takes the place of the one in the cart. */
  async function add(variant: number, replacesPlan = false): Promise<Changed> {
    const result = await call(addToCart, {
      ...(await cartFields()),
      cart_lines: [{ variant, quantity: 1, data: null }],
      ...(replacesPlan && { replace_plan: true }),
    })
    if (!result.ok) return result
    await load()
    return { ok: true }
  }

  async function remove(variant: number): Promise<Changed> {
    const { token, lines } = cartOf() ?? {}
    if (token === undefined) return { ok: false, fault: 'notFound' }
    const result = await call(removeFromCart, {
      ...(await cartFields()),
      token,
      cart_lines: [{ variant, quantity: 0, data: null }],
    })
    if (!result.ok && result.fault !== 'notFound') return result
    // `notFound`: another tab removed the line already.
    await load()
    $taken.set(lines?.find((line) => line.variant === variant))
    return { ok: true }
  }

  /** An empty code removes the coupon. Every refusal is the fault `coupon`. */
  async function apply(code: string): Promise<Changed> {
    const token = cartOf()?.token
    if (token === undefined) return { ok: false, fault: 'notFound' }
    const isLatest = latestOnly.current()
    const result = await call(applyCoupon, { token, voucher_code: code })
    if (!result.ok) return result
    const { data } = result.value
    if (Array.isArray(data)) return { ok: false, fault: 'coupon' }
    // The cart was loaded meanwhile, maybe without the coupon: it is loaded again.
    if (!isLatest()) await load()
    else show(data.cart)
    return { ok: true }
  }

  const forgetTaken = () => $taken.set(undefined)

  /** After a sign-out. */
  function forgetCart(): void {
    latestOnly.cancel()
    $cart.set({ state: 'unknown' })
    forgetTaken()
  }

  return { $cart, $taken, load, add, remove, apply, forget: forgetCart, forgetTaken }
}
export type CartStore = ReturnType<typeof createCart>
