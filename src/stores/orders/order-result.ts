import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { announce } from '#client/cross-tab-channel.ts'
import { orderDetails, type Order } from '#contract/orders.ts'
import { refreshCart } from '../cart/cart-count.ts'
import { forgetPayment } from '../payments/payment.ts'
import { forgetTitles } from '../listening/player/title.ts'
import { refreshPlan } from '../plans/plan.ts'
import { createTurns } from '../latest-only.ts'

/** C9: the loading overlay stands this long at least. */
export const OVERLAY_MS = 1_000
/** Banks and their messages take their time: asked again with longer and longer waits, then by the buyer. */
const WAITS_MS = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000, 30_000, 60_000, 60_000]

export type Result =
  | { state: 'asking' }
  /** Nothing of this listener's has this token. */
  | { state: 'unknown' }
  | { state: 'out' }
  | { state: 'failed'; fault: string; seconds?: number | undefined }
  /** `isWatched`: it is asked for again by itself. */
  | { state: 'ready'; order: Order; isWatched: boolean }
export const $result = atom<Result>({ state: 'asking' })

/** The gateway has not decided, or the browser was quicker than its message. */
export const isOpen = ({ payment }: Order): boolean => payment === 'pending' || payment === 'none'

const turns = createTurns()
/** What a gateway sends back when it cannot name the order. */
const NAMELESS = 'unknown'

/** Tells the order as it truly is, and goes on asking while that may change (case 45). */
export async function watchOrder(token: string): Promise<void> {
  const isNewest = turns.begin()
  if (token === NAMELESS) return $result.set({ state: 'unknown' })
  $result.set({ state: 'asking' })
  const [first] = await Promise.all([ask(token), new Promise((resolve) => setTimeout(resolve, OVERLAY_MS))])
  if (isNewest()) show(first, true)
  for (const wait of WAITS_MS) {
    const now = $result.get()
    if (!isNewest() || now.state !== 'ready' || !isOpen(now.order)) return
    await new Promise((resolve) => setTimeout(resolve, wait))
    if (!isNewest()) return
    const next = await ask(token)
    // One answer that is missed is no news.
    if (isNewest() && next.state === 'ready') show(next, wait !== WAITS_MS.at(-1))
  }
  const last = $result.get()
  if (isNewest() && last.state === 'ready') $result.set({ ...last, isWatched: false })
}

/** The page was left. */
export function stopWatching(): void {
  turns.end()
}

function show(result: Result, isWatched: boolean): void {
  $result.set(result.state === 'ready' ? { ...result, isWatched: isWatched && isOpen(result.order) } : result)
  if (result.state === 'ready' && result.order.payment === 'paid') enjoy()
}

async function ask(token: string): Promise<Result> {
  const made = await call(orderDetails, { token })
  if (!made.ok) {
    if (made.fault === 'notFound' || made.fault === 'badInput') return { state: 'unknown' }
    return made.fault === 'signedOut' ? { state: 'out' } : { state: 'failed', fault: made.fault, seconds: made.seconds }
  }
  const [order] = made.value.data
  return order ? { state: 'ready', order, isWatched: false } : { state: 'unknown' }
}

/** The basket is empty and what was bought plays, in every tab, without signing in anew. */
function enjoy(): void {
  forgetPayment()
  forgetTitles()
  announce('basket')
  for (const work of [refreshCart, refreshPlan]) void work().catch(() => undefined)
}
