import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { readFromTab, saveInTab } from '#client/tab-storage.ts'
import { invoice, myOrders, regenerateOrder, type Order, type RepayQuestion } from '#contract/orders/orders.ts'
import { storageKeys } from '#contract/storage.ts'
import { createPendingAction } from '../pending-action.ts'
import { retryPayment, type Placed } from '../payments/payment.ts'
import { $session } from '../accounts/session.ts'
import { createLatestOnly } from '../latest-only.ts'

const ORDERS_PAGE = 10
export type Orders =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; orders: Order[]; count: number; more: 'none' | 'available' | 'loading' | 'failed' }
export const $orders = atom<Orders>({ state: 'loading' })
const latestOnly = createLatestOnly()

$session.listen(({ state }) => {
  if (state !== 'out') return
  latestOnly.cancel()
  $orders.set({ state: 'loading' })
  $repayQuestion.set(undefined)
})

/** Payments and documents: `repay 12`, `pay 12`, `invoice 12`, `credit 12`, `part 12`. */
export const orderAction = createPendingAction()

export async function loadOrders(): Promise<void> {
  const isLatest = latestOnly.start()
  $orders.set({ state: 'loading' })
  const result = await call(myOrders, { offset: 0, limit: ORDERS_PAGE })
  if (!isLatest()) return
  if (!result.ok) return $orders.set({ state: 'failed' })
  const { data: orders, count } = result.value
  $orders.set({ state: 'ready', orders, count, more: orders.length < count ? 'available' : 'none' })
}

/** Loads the next page at the end of the list [OR-2]. */
export async function loadMoreOrders(): Promise<void> {
  const before = $orders.get()
  if (before.state !== 'ready' || before.more === 'none' || before.more === 'loading') return
  const isLatest = latestOnly.current()
  $orders.set({ ...before, more: 'loading' })
  const result = await call(myOrders, { offset: before.orders.length, limit: ORDERS_PAGE })
  // The list was reloaded, or the listener signed out.
  if (!isLatest()) return
  if (!result.ok) return $orders.set({ ...before, more: 'failed' })
  // A new order shifts the pages: orders that are in the list already are skipped.
  const known = new Set(before.orders.map(({ id }) => id))
  const next = result.value.data.filter(({ id }) => !known.has(id))
  const orders = [...before.orders, ...next]
  $orders.set({
    state: 'ready',
    orders,
    count: result.value.count,
    more: next.length > 0 && orders.length < result.value.count ? 'available' : 'none',
  })
}

export type AskedRepay = { order: Order; question: RepayQuestion }
/** What the buyer must answer before an order is placed again: a plan would follow a running one, or titles are left out. */
export const $repayQuestion = atom<AskedRepay | undefined>(undefined)

/** Places a cancelled or failed order again at today's prices, or sets `$repayQuestion`. With a coupon it may be free. */
export async function repay(order: Order, agreed?: string): Promise<Placed | undefined> {
  let placed: Placed | undefined = { to: 'payment' }
  const isDone = await orderAction.run(`repay ${order.id}`, async () => {
    const result = await call(regenerateOrder, { order_number: order.id, ...(agreed !== undefined && { agreed }) })
    if (!result.ok) return result
    const { new_order_token: token, order_currency: currency, question } = result.value
    if (token === null) {
      placed = undefined
      if (question) $repayQuestion.set({ order, question })
      return question ? { ok: true } : { ok: false, fault: 'badReply' }
    }
    if (order.gift_order) followInDraft(order.order_token, token)
    const paying = await retryPayment({ order_token: token, order_currency: currency ?? order.order_currency })
    if (paying.ok || paying.fault !== 'alreadyPaid') return paying
    placed = { to: 'result', order: token }
    return { ok: true }
  })
  return isDone ? placed : undefined
}

/** The typed gift of this tab goes with its new order: once that is paid, nobody is asked to pay it again. */
function followInDraft(before: string, now: string): void {
  const draft = readFromTab(storageKeys.giftDraft)
  if (draft) saveInTab(storageKeys.giftDraft, draft.replaceAll(JSON.stringify(before), JSON.stringify(now)))
}

/** The answer to `$repayQuestion`. */
export async function answerRepay(isAgreed: boolean): Promise<Placed | undefined> {
  const asked = $repayQuestion.get()
  $repayQuestion.set(undefined)
  return asked && isAgreed ? repay(asked.order, asked.question.key) : undefined
}

/** Pays an open order. */
export async function payNow(order: Order): Promise<Placed | undefined> {
  const isDone = await orderAction.run(`pay ${order.id}`, () => retryPayment(order))
  const now = orderAction.$pendingAction.get()
  const isDecided = now.state === 'failed' && (now.fault === 'alreadyPaid' || now.fault === 'notPayable')
  return isDecided ? { to: 'result', order: order.order_token } : isDone ? { to: 'payment' } : undefined
}

/** Only an address of the shop itself may be opened. */
function ownAddress(address: string): string | undefined {
  try {
    const { origin, href } = new URL(address, location.origin)
    return origin === location.origin ? href : undefined
  } catch {
    return undefined
  }
}

/** Short-lived address of an invoice or a credit note. */
export async function invoiceUrl(
  { id, order_token: token }: Order,
  kind: 'invoice' | 'credit' | 'part',
  number?: string,
): Promise<string | undefined> {
  let path: string | undefined
  await orderAction.run(`${kind} ${id}`, async () => {
    const result = await call(invoice, { token, kind, ...(number !== undefined && { number }) })
    if (result.ok) path = ownAddress(result.value.download_path)
    return result
  })
  return path
}
