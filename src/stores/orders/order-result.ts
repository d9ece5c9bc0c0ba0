import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { announceToTabs } from '#client/cross-tab-channel.ts'
import { orderDetails, type Order } from '#contract/orders.ts'
import { refreshCart } from '../cart/cart-count.ts'
import { forgetPayment } from '../payments/payment.ts'
import { forgetTitles } from '../listening/player/title.ts'
import { refreshPlan } from '../plans/plan.ts'
import { createLatestOnly } from '../latest-only.ts'

/** C9: the loading overlay stands this long at least. */
export const OVERLAY_MS = 1_000
/** Banks and their messages take their time: asked again with longer and longer waits, then by the buyer. */
const WAITS_MS = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000, 30_000, 60_000, 60_000]

export type Result =
  | { state: 'loading' }
  /** Nothing of this listener's has this token. */
  | { state: 'unknown' }
  | { state: 'out' }
  | { state: 'failed'; fault: string; seconds?: number | undefined }
  /** `isWatched`: it is asked for again by itself. */
  | { state: 'ready'; order: Order; isWatched: boolean }
export const $result = atom<Result>({ state: 'loading' })

/** The gateway has not decided, or the browser was quicker than its message. */
export const isOpen = ({ payment }: Order): boolean => payment === 'pending' || payment === 'none'

const latestOnly = createLatestOnly()
/** What a gateway sends back when it cannot name the order. */
const NAMELESS = 'unknown'

/** Tells the order as it truly is, and goes on asking while that may change (case 45). */
export async function watchOrder(token: string): Promise<void> {
  const isLatest = latestOnly.start()
  if (token === NAMELESS) return $result.set({ state: 'unknown' })
  $result.set({ state: 'loading' })
  const [first] = await Promise.all([ask(token), new Promise((resolve) => setTimeout(resolve, OVERLAY_MS))])
  if (isLatest()) show(first, true)
  for (const wait of WAITS_MS) {
    const now = $result.get()
    if (!isLatest() || now.state !== 'ready' || !isOpen(now.order)) return
    await new Promise((resolve) => setTimeout(resolve, wait))
    if (!isLatest()) return
    const next = await ask(token)
    // One answer that is missed is no news.
    if (isLatest() && next.state === 'ready') show(next, wait !== WAITS_MS.at(-1))
  }
  const last = $result.get()
  if (isLatest() && last.state === 'ready') $result.set({ ...last, isWatched: false })
}

/** The page was left. */
export function stopWatching(): void {
  latestOnly.cancel()
}

function show(result: Result, isWatched: boolean): void {
  $result.set(result.state === 'ready' ? { ...result, isWatched: isWatched && isOpen(result.order) } : result)
  if (result.state === 'ready' && result.order.payment === 'paid') unlockPurchase()
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

/** The basket is empty and what was bought plays, in every tab, without signing in anew. */
function unlockPurchase(): void {
  forgetPayment()
  forgetTitles()
  announceToTabs('cart')
  for (const work of [refreshCart, refreshPlan]) void work().catch(() => undefined)
}
