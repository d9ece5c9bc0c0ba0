import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { invoice, myOrders, regenerateOrder, type Order } from '#contract/orders.ts'
import { createAct } from '../pending-action.ts'
import { payAgain, type Placed } from '../payments/payment.ts'
import { $session } from '../accounts/session.ts'
import { createTurns } from '../latest-only.ts'

/** C9. */
export const ORDERS_PAGE = 10
export type Orders =
  | { state: 'asking' }
  | { state: 'failed' }
  | { state: 'ready'; orders: Order[]; count: number; more: 'none' | 'there' | 'asking' | 'failed' }
export const $orders = atom<Orders>({ state: 'asking' })
const turns = createTurns()

$session.listen(({ state }) => {
  if (state !== 'out') return
  turns.end()
  $orders.set({ state: 'asking' })
})

/** Paying and papers: `repay 12`, `pay 12`, `invoice 12`, `credit 12`. */
export const orderAct = createAct()

export async function loadOrders(): Promise<void> {
  const isNewest = turns.begin()
  $orders.set({ state: 'asking' })
  const made = await call(myOrders, { offset: 0, limit: ORDERS_PAGE })
  if (!isNewest()) return
  if (!made.ok) return $orders.set({ state: 'failed' })
  const { data: orders, count } = made.value
  $orders.set({ state: 'ready', orders, count, more: orders.length < count ? 'there' : 'none' })
}

/** Ten more, when the end of the list is reached (OR-2). */
export async function loadMoreOrders(): Promise<void> {
  const before = $orders.get()
  if (before.state !== 'ready' || before.more === 'none' || before.more === 'asking') return
  const isNewest = turns.present()
  $orders.set({ ...before, more: 'asking' })
  const made = await call(myOrders, { offset: before.orders.length, limit: ORDERS_PAGE })
  // Another list has begun, or another listener.
  if (!isNewest()) return
  if (!made.ok) return $orders.set({ ...before, more: 'failed' })
  // An order that came meanwhile has moved the others down: what is here already is not shown twice.
  const known = new Set(before.orders.map(({ id }) => id))
  const next = made.value.data.filter(({ id }) => !known.has(id))
  const orders = [...before.orders, ...next]
  $orders.set({
    state: 'ready',
    orders,
    count: made.value.count,
    more: next.length > 0 && orders.length < made.value.count ? 'there' : 'none',
  })
}

/** A new order at the prices of today, for one that was cancelled or failed. A coupon may leave nothing to pay. */
export async function repay({ id, order_currency }: Order): Promise<Placed | undefined> {
  let placed: Placed = { to: 'payment' }
  const isDone = await orderAct.run(`repay ${id}`, async () => {
    const made = await call(regenerateOrder, { order_number: id })
    if (!made.ok) return made
    const paying = await payAgain({ order_token: made.value.new_order_token, order_currency })
    if (paying.ok || paying.fault !== 'alreadyPaid') return paying
    placed = { to: 'result', order: made.value.new_order_token }
    return { ok: true }
  })
  return isDone ? placed : undefined
}

/** One that was made and not paid yet. */
export async function payNow(order: Order): Promise<Placed | undefined> {
  const isDone = await orderAct.run(`pay ${order.id}`, () => payAgain(order))
  const now = orderAct.$act.get()
  const isDecided = now.state === 'failed' && (now.fault === 'alreadyPaid' || now.fault === 'notPayable')
  return isDecided ? { to: 'result', order: order.order_token } : isDone ? { to: 'payment' } : undefined
}

/** A window of ours goes there: an address of the shop, and nothing else. */
function ownAddress(address: string): string | undefined {
  try {
    const { origin, href } = new URL(address, location.origin)
    return origin === location.origin ? href : undefined
  } catch {
    return undefined
  }
}

/** The address of a paper, which opens for some minutes. */
export async function paperOf(
  { id, order_token: token }: Order,
  kind: 'invoice' | 'credit',
): Promise<string | undefined> {
  let path: string | undefined
  await orderAct.run(`${kind} ${id}`, async () => {
    const made = await call(invoice, { token, kind })
    if (made.ok) path = ownAddress(made.value.download_path)
    return made
  })
  return path
}
