import { boolean, enums, is, optional, record, string, type, union, type Infer } from 'superstruct'
import { call } from '#client/browser.ts'
import { saveInTab, takeFromTab } from '#client/tab-storage.ts'
import type { Cart } from '#contract/cart.ts'
import { orderDetails, type Order } from '#contract/orders.ts'
import {
  autoRenewalCheckout,
  mayLeadTo,
  mayPostTo,
  paypalCheckout,
  paypalRecurring,
  payuCheckout,
} from '#contract/payments.ts'
import { storageKeys } from '#contract/storage.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { ActionResult } from '../pending-action.ts'
import { $session } from '../accounts/session.ts'
// A guest who gives pays and looks at the order by the token that this store finds.
import '../gifts/giver-session.ts'

export const GATEWAYS = ['payu', 'ccavenue', 'paypal'] as const
export type Gateway = (typeof GATEWAYS)[number]
const Page = union([type({ action: string(), fields: record(string(), string()) }), type({ address: string() })])
/** Where the gateway takes the buyer in: a form to be posted, or an address. */
export type Page = Infer<typeof Page>
/** An order on its way to be paid. Without a page it has been sent there before. */
const Payment = type({ order: string(), gateway: enums(GATEWAYS), renews: boolean(), page: optional(Page) })
export type Payment = Infer<typeof Payment>

/** Where the buyer goes next: to pay, or at once to the page that tells what the order is. */
export type Placed = { to: 'payment' } | { to: 'result'; order: string }

const PATIENCE_MS = 45_000

/** Where the tab has no storage the way lasts as long as the page. */
let held: string | undefined

function keepPayment(payment: Payment): void {
  held = JSON.stringify(payment)
  saveInTab(storageKeys.payment, held)
}

/** What is on its way in this tab. Its page is given once: what a gateway has seen is not posted again. */
export function takePayment(): Payment | undefined {
  const text = takeFromTab(storageKeys.payment) ?? held
  const payment = text === undefined ? undefined : read(text)
  if (!payment) return undefined
  const { page: _, ...rest } = payment
  keepPayment(rest)
  return payment
}

function read(text: string): Payment | undefined {
  try {
    const payment: unknown = JSON.parse(text)
    return is(payment, Payment) ? payment : undefined
  } catch {
    return undefined
  }
}

$session.listen(({ state }) => {
  if (state === 'out') held = undefined
})

/** It has come to its end. */
export function forgetPayment(): void {
  held = undefined
  takeFromTab(storageKeys.payment)
}

/** Asks the server for one more try to pay an order. When it is there, /proceed-payment/ leads to the gateway. */
export async function startPayment(payment: Omit<Payment, 'page'>): Promise<ActionResult> {
  const result = await ask(payment)
  if (!result.ok) return result
  const page = pageOf(result.value)
  if (!page) return { ok: false, fault: 'badReply' }
  keepPayment({ ...payment, page })
  return { ok: true }
}

function ask({ order: token, gateway, renews }: Omit<Payment, 'page'>) {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  if (gateway === 'paypal') return call(renews ? paypalRecurring : paypalCheckout, { token }, patience)
  return renews ? call(autoRenewalCheckout, { token }, patience) : call(payuCheckout, { token, gateway }, patience)
}

/** Undefined: not an address of a gateway. The server is ours; that it might be fooled is no reason to post a buyer's name anywhere. */
function pageOf({ kind, form, address }: ReplyOf<typeof payuCheckout>): Page | undefined {
  const own = location.origin
  if (kind === 'form')
    return form && mayPostTo(form.action, own) ? { action: form.action, fields: form.fields } : undefined
  return address !== null && mayLeadTo(address, own) ? { address } : undefined
}

/** An order of before, as its currency asks. In India the second gateway stands in where the first is not served. */
export async function retryPayment({
  order_token: order,
  order_currency: currency,
}: Pick<Order, 'order_token' | 'order_currency'>): Promise<ActionResult> {
  if (currency === '1') return startPayment({ order, gateway: 'paypal', renews: false })
  const first = await startPayment({ order, gateway: 'payu', renews: false })
  return first.ok || first.fault !== 'notPayable' ? first : startPayment({ order, gateway: 'ccavenue', renews: false })
}

/** A price may have changed since the basket was fetched: nobody is led to pay what was not shown. Not to be known is no reason to stop. */
export async function isAsShown(token: string, { total, currency }: Cart['summary']): Promise<boolean> {
  const result = await call(orderDetails, { token })
  const [order] = result.ok ? result.value.data : []
  return !order || (order.summary.currency === currency && order.summary.total.amount === total.amount)
}

async function isUnderWay(token: string): Promise<boolean> {
  const result = await call(orderDetails, { token })
  return result.ok && result.value.data.some(({ payment }) => payment !== 'none')
}

/** After a try: to the gateway, or, where it was paid in another tab or is on its way, to the page that tells how it stands. */
export async function continueToPayment<Result>(
  order: string,
  result: ActionResult,
  go: (where: Placed) => Result,
): Promise<Result | (ActionResult & { ok: false })> {
  if (result.ok) return go({ to: 'payment' })
  const isDecided = result.fault === 'alreadyPaid' || (result.fault === 'notPayable' && (await isUnderWay(order)))
  return isDecided ? go({ to: 'result', order }) : result
}
