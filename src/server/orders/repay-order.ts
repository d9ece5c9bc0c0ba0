import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { gifts, orderLines } from '../db/schema/orders.ts'
import type { Failure } from '../runtime/failure.ts'
import type { Buyer } from '../http/buyer.ts'
import { canOrder, partyOf } from '../cart/buyers.ts'
import { ownsAny } from '../cart/carts.ts'
import { couponOf } from '../cart/coupons.ts'
import { itemsOf } from '../cart/items.ts'
import { ORDER, type OrderRow } from './order-rows.ts'
import { placeOrder, type OrderDependencies } from './create-order.ts'
import type { OrderDraft, Recipient } from './insert-order.ts'

type Fault = 'notFound' | 'notRepayable' | 'profileIncomplete' | 'alreadyOwned'

/** Creates a new order for a cancelled or failed one, with today's prices. A coupon applies only while it is valid (attack case 47). */
export async function regenerateOrder(
  context: OrderDependencies,
  buyer: Buyer,
  id: number,
): Promise<{ new_order_token: string } | Failure<Fault>> {
  const created = await context.db.transaction(async (inner) => {
    const [old] = await inner.query<OrderRow>(
      `select ${ORDER} from orders o where o.id = $1 and o.owner = $2 for update`,
      [id, buyer.owner],
    )
    if (!old) return 'notFound'
    const draft = await draftOf(inner, context.now(), buyer, old)
    if (typeof draft === 'string') return draft
    const order = await placeOrder(inner, context, buyer, draft)
    // Another order took the last use of the coupon after `draftOf` had checked it.
    return order === 'coupon'
      ? placeOrder(inner, context, buyer, { ...draft, content: { ...draft.content, coupon: undefined } })
      : order
  })
  if (typeof created === 'string') return { fault: created === 'coupon' ? 'notRepayable' : created }
  context.wake()
  return { new_order_token: created.token }
}

async function draftOf(inner: Db, now: Date, buyer: Buyer, old: OrderRow): Promise<OrderDraft | Fault> {
  const [busy] = await inner.query(
    `select 1 from payment_attempts where order_id = $1 and state in ('pending', 'held', 'paid')
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
  )
  if (items.length < lines.length || items.some(({ isForSale }) => !isForSale)) return 'notRepayable'
  if (!old.isGift && (await ownsAny(inner, buyer, items))) return 'alreadyOwned'
  const coupon = old.couponId === null ? undefined : await couponOf(inner, now, { id: old.couponId })
  const recipient = old.isGift ? { recipient: await recipientOf(inner, old.id) } : {}
  const row = { id: 0, token: '', isGift: old.isGift, couponId: coupon?.id ?? null }
  return {
    content: { row, items, coupon },
    party: { ...profile, firstName: old.firstName, lastName: old.lastName },
    ...recipient,
    locale: old.locale,
    replacesId: old.id,
    cartId: null,
  }
}

async function recipientOf(inner: Db, orderId: number): Promise<Recipient> {
  const [gift] = await inner.query<
    Pick<Row<typeof gifts>, 'email' | 'first_name' | 'last_name' | 'mobile' | 'country' | 'message'>
  >('select email, first_name, last_name, mobile, country, message from gifts where order_id = $1', [orderId])
  if (!gift) throw new Error(`gift order ${orderId} has no recipient`)
  const { email, first_name: firstName, last_name: lastName, mobile, country, message } = gift
  return { email, firstName, lastName, mobile, country, message }
}
