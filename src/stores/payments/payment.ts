import { boolean, enums, is, optional, record, string, type, union, type Infer } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { saveInTab, takeFromTab } from '#client/tab-storage.ts'
import type { Cart } from '#contract/cart.ts'
import { orderDetails, type Order } from '#contract/orders/orders.ts'
import {
  autoRenewalCheckout,
  mayLeadTo,
  mayPostTo,
  paypalCheckout,
  paypalRecurring,
  payuCheckout,
} from '#contract/payments.ts'
import { storageKeys } from '#contract/storage.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { ActionResult } from '../pending-action.ts'
import { $session } from '../accounts/session.ts'
// Provides the gift token that a guest pays and reads the order with.
import '../gifts/giver-session.ts'

export const GATEWAYS = ['payu', 'ccavenue', 'paypal'] as const
export type Gateway = (typeof GATEWAYS)[number]
const Page = union([type({ action: string(), fields: record(string(), string()) }), type({ address: string() })])
/** Entry of the gateway: a form to post, or an address to open. */
export type Page = Infer<typeof Page>
/** An order that is being paid. Without `page`, the gateway was opened before. */
const Payment = type({ order: string(), gateway: enums(GATEWAYS), renews: boolean(), page: optional(Page) })
export type Payment = Infer<typeof Payment>

/** Next page: the payment, or at once the order result. */
export type Placed = { to: 'payment' } | { to: 'result'; order: string }

const PATIENCE_MS = 45_000

/** Fallback for a tab without storage. */
let inMemory: string | undefined

function savePayment(payment: Payment): void {
  inMemory = JSON.stringify(payment)
  saveInTab(storageKeys.payment, inMemory)
}

/** The payment of this tab. Its `page` is returned once, because a gateway's form must not be posted twice. */
export function takePayment(): Payment | undefined {
  const text = takeFromTab(storageKeys.payment) ?? inMemory
  const payment = text === undefined ? undefined : read(text)
  if (!payment) return undefined
  const { page: _, ...rest } = payment
  savePayment(rest)
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
  if (state === 'out') inMemory = undefined
})

/** The payment is finished. */
export function forgetPayment(): void {
  inMemory = undefined
  takeFromTab(storageKeys.payment)
}

/** Starts a payment attempt on the server. Afterwards /proceed-payment/ opens the gateway. */
export async function startPayment(payment: Omit<Payment, 'page'>): Promise<ActionResult> {
  const result = await ask(payment)
  if (!result.ok) return result
  const page = pageOf(result.value)
  if (!page) return { ok: false, fault: 'badReply' }
  savePayment({ ...payment, page })
  return { ok: true }
}

function ask({ order: token, gateway, renews }: Omit<Payment, 'page'>) {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  if (gateway === 'paypal') return call(renews ? paypalRecurring : paypalCheckout, { token }, patience)
  return renews ? call(autoRenewalCheckout, { token }, patience) : call(payuCheckout, { token, gateway }, patience)
}

/** Undefined when it is no address of a known gateway: personal data must not be posted elsewhere, even if the server was tricked. */
function pageOf({ kind, form, address }: ReplyOf<typeof payuCheckout>): Page | undefined {
  const own = location.origin
  if (kind === 'form')
    return form && mayPostTo(form.action, own) ? { action: form.action, fields: form.fields } : undefined
  return address !== null && mayLeadTo(address, own) ? { address } : undefined
}

/** Pays an earlier order by the gateway of its currency. In India CCAvenue is the fallback where PayU is not available. */
export async function retryPayment({
  order_token: order,
  order_currency: currency,
}: Pick<Order, 'order_token' | 'order_currency'>): Promise<ActionResult> {
  if (currency === '1') return startPayment({ order, gateway: 'paypal', renews: false })
  const first = await startPayment({ order, gateway: 'payu', renews: false })
  return first.ok || first.fault !== 'notPayable' ? first : startPayment({ order, gateway: 'ccavenue', renews: false })
}

/** False when the amount of the order differs from the shown one. An order that cannot be loaded does not stop the payment. */
export async function isAsShown(token: string, { total, currency }: Cart['summary']): Promise<boolean> {
  const result = await call(orderDetails, { token })
  const [order] = result.ok ? result.value.data : []
  return !order || (order.summary.currency === currency && order.summary.total.amount === total.amount)
}

async function isUnderWay(token: string): Promise<boolean> {
  const result = await call(orderDetails, { token })
  return result.ok && result.value.data.some(({ payment }) => payment !== 'none')
}

/** After an attempt: to the gateway, or to the order result when it was paid in another tab or is pending. */
export async function continueToPayment<Result>(
  order: string,
  result: ActionResult,
  go: (where: Placed) => Result,
): Promise<Result | (ActionResult & { ok: false })> {
  if (result.ok) return go({ to: 'payment' })
  const isDecided = result.fault === 'alreadyPaid' || (result.fault === 'notPayable' && (await isUnderWay(order)))
  return isDecided ? go({ to: 'result', order }) : result
}
