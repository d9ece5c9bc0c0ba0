import type { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { currencyOf, orderCurrency } from '#contract/money/money.ts'
import type { RepayQuestion } from '#contract/orders/orders.ts'
import type { Db } from '../db/connect.ts'
import { IS_OPEN_PAYMENT } from '../db/payment-states.ts'
import type { Row } from '../db/row.ts'
import type { orderLines } from '../db/schema/orders/orders.ts'
import type { Failure } from '../runtime/failure.ts'
import type { Buyer } from '../http/buyer.ts'
import { canOrder, partyOf } from '../cart/buyers.ts'
import { ownedOf } from '../cart/carts.ts'
import { couponOf, usefulCoupon, type Coupon } from '../cart/coupons.ts'
import { itemsOf, type Item } from '../cart/items.ts'
import { lockCouponsOf, ORDER, type OrderRow } from './order-rows.ts'
import { placeOrder, type OrderDependencies } from './create-order.ts'
import type { OrderDraft, Recipient } from './insert-order.ts'
import { lockCartsOf, lockListener } from './locks.ts'
import { closeOverlapping } from './owned-lines.ts'
import { questionOf } from './repay-question.ts'

type Fault = 'notFound' | 'notRepayable' | 'profileIncomplete' | 'alreadyOwned'
type Reply = Omit<ReplyOf<typeof endpoints.regenerateOrder>, 'status'>
type Repayment = { id: number; agreed?: string | undefined; networkCountry?: string | undefined }

/**
 * Creates a new order for a cancelled or failed one, with today's prices and without titles that the buyer got meanwhile. A
 * title that is left out, or a plan beside a running one, needs the buyer's agreement first. A coupon applies only while it
 * is valid (attack case 47).
 */
export async function regenerateOrder(
  context: OrderDependencies,
  buyer: Buyer,
  repayment: Repayment,
): Promise<Reply | Failure<Fault>> {
  const created = await context.db.transaction((inner) => regenerate(inner, context, buyer, repayment))
  if (typeof created === 'string') return { fault: created === 'coupon' ? 'notRepayable' : created }
  if ('key' in created) return { new_order_token: null, order_currency: null, question: created }
  context.wake()
  return { new_order_token: created.token, order_currency: orderCurrency(created.currency), question: null }
}

async function regenerate(
  inner: Db,
  context: OrderDependencies,
  buyer: Buyer,
  { id, agreed, networkCountry }: Repayment,
): Promise<OrderRow | RepayQuestion | Fault | 'coupon'> {
  await lockCartsOf(inner, buyer.owner)
  const [old] = await inner.query<OrderRow>(
    `select ${ORDER} from orders o where o.id = $1 and o.owner = $2 for update`,
    [id, buyer.owner],
  )
  if (!old) return 'notFound'
  await inner.query(`select id from orders where replaces_id = $1 and status = 'open' for update`, [id])
  await lockListener(inner, buyer.userId)
  const draft = await draftOf(inner, buyer, old)
  if (typeof draft === 'string') return draft
  const { items } = draft.content
  const owned = old.isGift ? [] : await ownedOf(inner, buyer, items)
  const left = items.filter((item) => !owned.includes(item))
  if (left.length === 0) return 'alreadyOwned'
  if (left.some(({ isForSale }) => !isForSale)) return 'notRepayable'
  const question = old.isGift ? undefined : await questionOf(inner, context.now(), buyer, left, owned)
  if (question && question.key !== agreed) return question
  const variants = left.map(({ variant }) => variant)
  await lockCouponsOf(inner, buyer.owner, old.couponId)
  if (!old.isGift) await closeOverlapping(inner, buyer.owner, variants, { cartId: null, replacesId: old.id })
  const content = { ...draft.content, items: left, coupon: await couponFor(inner, context.now(), old, left) }
  const order = await placeOrder(inner, context, buyer, { ...draft, content, networkCountry })
  // Another order took the last use of the coupon meanwhile.
  return order === 'coupon'
    ? placeOrder(inner, context, buyer, { ...draft, content: { ...content, coupon: undefined }, networkCountry })
    : order
}

async function draftOf(inner: Db, buyer: Buyer, old: OrderRow): Promise<OrderDraft | Fault> {
  const [busy] = await inner.query(
    `select 1 from payment_attempts a where order_id = $1 and (state = 'paid' or ${IS_OPEN_PAYMENT})
     union all select 1 from orders where replaces_id = $1 and status = 'paid'`,
    [old.id],
  )
  if ((old.status !== 'cancelled' && old.status !== 'failed') || busy) return 'notRepayable'
  const profile = await partyOf(inner, buyer)
  if (!canOrder(profile)) return 'profileIncomplete'
  const lines = await inner.query<Pick<Row<typeof orderLines>, 'variant'>>(
    'select variant from order_lines where order_id = $1 order by position',
    [old.id],
  )
  const items = await itemsOf(
    inner,
    lines.map(({ variant }) => variant),
    currencyOf(profile.country),
  )
  if (items.length < lines.length) return 'notRepayable'
  const recipient = old.isGift ? { recipient: await recipientOf(inner, old.id) } : {}
  const row = { id: 0, owner: buyer.owner, token: '', isGift: old.isGift, couponId: old.couponId }
  return {
    content: { row, items, coupon: undefined },
    party: { ...profile, firstName: old.firstName, lastName: old.lastName },
    ...recipient,
    locale: old.locale,
    replacesId: old.id,
    cartId: null,
  }
}

/** The coupon of the old order, while it is valid. After `closeOverlapping`, which may have given its use back. */
async function couponFor(
  inner: Db,
  now: Date,
  { id: replacesId, owner, couponId }: OrderRow,
  items: Item[],
): Promise<Coupon | undefined> {
  if (couponId === null || owner === null) return undefined
  return usefulCoupon(await couponOf(inner, now, { owner, id: couponId, replacesId }), items)
}

async function recipientOf(inner: Db, orderId: number): Promise<Recipient> {
  const [gift] = await inner.query<Recipient>(
    `select email, first_name as "firstName", last_name as "lastName", mobile, country, message, deliver_on as "deliverOn", deliver_at as "deliverAt",
       time_zone as "timeZone", send_by as "sendBy", occasion, voice_id as "voiceId", spoken from gifts where order_id = $1`,
    [orderId],
  )
  if (!gift) throw new Error(`gift order ${orderId} has no recipient`)
  return gift
}
