import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { announceToTabs } from '#client/cross-tab-channel.ts'
import { orderDetails, type Order } from '#contract/orders/orders.ts'
import { refreshCart } from '../cart/cart-count.ts'
import { forgetPayment } from '../payments/payment.ts'
import { forgetTitles } from '../listening/player/title.ts'
import { refreshPlan } from '../plans/plan.ts'
import { createLatestOnly } from '../latest-only.ts'

/** The loading overlay is shown at least this long. */
const OVERLAY_MS = 1_000
/** Polling intervals: banks and their webhooks may take minutes. Afterwards the buyer reloads by a button. */
const WAITS_MS = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000, 30_000, 60_000, 60_000]

export type Result =
  | { state: 'loading' }
  /** The listener has no order with this token. */
  | { state: 'unknown' }
  | { state: 'out' }
  | { state: 'failed'; fault: string; seconds?: number | undefined }
  /** `isWatched`: polling goes on. */
  | { state: 'ready'; order: Order; isWatched: boolean }
export const $result = atom<Result>({ state: 'loading' })

/** The gateway has not decided, or its webhook has not arrived yet. */
export const isOpen = ({ payment }: Order): boolean => payment === 'pending' || payment === 'none'

const latestOnly = createLatestOnly()
/** Token in the return address of a gateway that cannot name the order. */
const NAMELESS = 'unknown'

/** Shows the order as the server knows it, never as the return address says, and polls while that may change (attack case 45). */
export async function watchOrder(token: string): Promise<void> {
  const isLatest = latestOnly.start()
  if (token === NAMELESS) return $result.set({ state: 'unknown' })
  $result.set({ state: 'loading' })
  const [first] = await Promise.all([ask(token), new Promise((resolve) => setTimeout(resolve, OVERLAY_MS))])
  if (isLatest()) show(first, true)
  for (const [index, wait] of WAITS_MS.entries()) {
    const now = $result.get()
    if (!isLatest() || now.state !== 'ready' || !isOpen(now.order)) return
    await new Promise((resolve) => setTimeout(resolve, wait))
    if (!isLatest()) return
    const next = await ask(token)
    // A single failed poll changes nothing.
    if (isLatest() && next.state === 'ready') show(next, index < WAITS_MS.length - 1)
  }
  const last = $result.get()
  if (isLatest() && last.state === 'ready') $result.set({ ...last, isWatched: false })
}

/** Called when the page is left. */
export function stopWatching(): void {
  latestOnly.cancel()
}

function show(result: Result, isWatched: boolean): void {
  $result.set(result.state === 'ready' ? { ...result, isWatched: isWatched && isOpen(result.order) } : result)
  if (result.state !== 'ready') return
  if (result.order.payment === 'paid') unlockPurchase()
  else if (result.order.payment === 'pending') void refreshCart().catch(() => undefined)
}

async function ask(token: string): Promise<Result> {
  const result = await call(orderDetails, { token })
  if (!result.ok) {
    if (result.fault === 'notFound' || result.fault === 'badInput') return { state: 'unknown' }
    return result.fault === 'signedOut'
      ? { state: 'out' }
      : { state: 'failed', fault: result.fault, seconds: result.seconds }
  }
  const [order] = result.value.data
  return order ? { state: 'ready', order, isWatched: false } : { state: 'unknown' }
}

/** After the payment: empties the cart and renews entitlements and plan, in every tab, without a new sign-in. */
function unlockPurchase(): void {
  forgetPayment()
  forgetTitles()
  announceToTabs('cart')
  for (const work of [refreshCart, refreshPlan]) void work().catch(() => undefined)
}
