import { escapeHtml } from '#contract/text/escape-html.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { CheckoutAction, GatewayName } from '../adapters/payment/port.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { IS_OPEN_PAYMENT } from '../db/payment-states.ts'
import type { Buyer } from '../http/buyer.ts'
import { hiddenFields } from '../http/hidden-fields.ts'
import { lockListener } from '../orders/locks.ts'
import { closeUnpaidOrder, ORDER, type OrderRow } from '../orders/order-rows.ts'
import { isUnderWayElsewhere, ownedLines } from '../orders/owned-lines.ts'
import type { Failure } from '../runtime/failure.ts'
import { insertAttempt, paymentOf, setGatewayOrder, type AttemptRow } from './attempts.ts'
import { ccavenueReply } from './ccavenue-form.ts'

export type CheckoutDependencies = Pick<AppContext, 'db' | 'now' | 'payments' | 'encryption' | 'paymentHooks'>
export type CheckoutReply = ReplyOf<typeof endpoints.payuCheckout>
export type CheckoutFault = 'notFound' | 'alreadyPaid' | 'notPayable' | 'gateway' | 'alreadyOwned' | 'underWay'
export type StartedAttempt = { order: OrderRow; attempt: AttemptRow }

const CURRENCY = { payu: 'INR', ccavenue: 'INR', paypal: 'USD' } as const
const LIFE_MS = 3_600_000
/** A payment takes minutes: the last use of a coupon waits no longer for one that does not come. */
const COUPON_LIFE_MS = 20 * 60_000
const MAX_ATTEMPTS = 30

/** Starts another attempt to pay an order of this buyer. The amount is that of the order, even if prices have changed since (attack case 6). */
export async function checkout(
  context: CheckoutDependencies,
  buyer: Buyer,
  token: string,
  gateway: GatewayName,
): Promise<CheckoutReply | Failure<CheckoutFault>> {
  const adapter = context.payments[gateway]
  if (!adapter) return { fault: 'notPayable' }
  const started = await context.db.transaction((inner) => startAttempt(inner, context, buyer, token, gateway))
  if (typeof started === 'string') return { fault: started }
  const { order, attempt } = started
  // The page of CCAvenue builds its form when it is opened.
  if (gateway === 'ccavenue') return ccavenueReply(context, attempt)
  const action = await adapter.start(paymentOf(order, attempt))
  if (!action) return { fault: 'gateway' }
  if (action.kind === 'redirect') await setGatewayOrder(context.db, attempt, action.gatewayOrder)
  return checkoutReply(action)
}

/**
 * Locks the order and inserts an attempt, if the order may be paid now. An order that holds what the buyer got meanwhile is
 * closed: the cart makes a new one without it.
 */
export async function startAttempt(
  inner: Db,
  { now, paymentHooks }: Pick<CheckoutDependencies, 'now' | 'paymentHooks'>,
  { owner }: Buyer,
  token: string,
  gateway: GatewayName,
): Promise<StartedAttempt | CheckoutFault> {
  const at = now()
  const [order] = await inner.query<OrderRow>(
    `select ${ORDER} from orders o where o.token = $1 and o.owner = $2 for update`,
    [token, owner],
  )
  if (!order) return 'notFound'
  if (order.status === 'paid' || order.status === 'refunded') return 'alreadyPaid'
  const attempts = await inner.query<{ isOpen: boolean }>(
    `select ${IS_OPEN_PAYMENT} as "isOpen" from payment_attempts a where order_id = $1`,
    [order.id],
  )
  // A pending or held payment may still pay the order: a second one would charge the buyer twice.
  const isBlocked =
    attempts.length >= MAX_ATTEMPTS ||
    attempts.some(({ isOpen }) => isOpen) ||
    (await paymentHooks.isRenewal(inner, order.id))
  if (order.status !== 'open' || order.expiresAt <= at || order.currency !== CURRENCY[gateway] || isBlocked)
    return 'notPayable'
  await lockListener(inner, order.userId)
  if ((await ownedLines(inner, order)).size > 0) {
    await closeUnpaidOrder(inner, order.id, 'cancelled')
    return 'alreadyOwned'
  }
  if (await isUnderWayElsewhere(inner, order)) return 'underWay'
  const expiresAt = new Date(at.getTime() + (order.holdsCoupon ? COUPON_LIFE_MS : LIFE_MS))
  await inner.query('update orders set expires_at = $2 where id = $1', [order.id, expiresAt])
  return { order, attempt: await insertAttempt(inner, at, order, gateway) }
}

export function checkoutReply(checkoutAction: CheckoutAction): CheckoutReply {
  if (checkoutAction.kind === 'redirect') {
    const { address } = checkoutAction
    return { status: true, kind: 'redirect', form: null, address, data: address }
  }
  const { action, fields } = checkoutAction
  return { status: true, kind: 'form', form: { action, fields }, address: null, data: markupOf(action, fields) }
}

/** For clients that insert the form as HTML. The shop's own pages build it from `form`. */
function markupOf(action: string, fields: Record<string, string>): string {
  return `<form method="post" action="${escapeHtml(action)}">${hiddenFields(fields)}</form>`
}
