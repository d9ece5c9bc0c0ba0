import type { Db } from '../db/connect.ts'
import type { Failure } from '../runtime/failure.ts'
import type { Buyer } from '../http/buyer.ts'
import type { AppContext } from '../context.ts'
import { canOrder, partyOf } from '../cart/buyers.ts'
import { ownsAny } from '../cart/carts.ts'
import { couponOf } from '../cart/coupons.ts'
import { itemsOf } from '../cart/items.ts'
import { ORDER, type OrderRow } from './order-rows.ts'
import { placeOrder, type Draft, type Recipient } from './create-order.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake'>
type Fault = 'notFound' | 'notRepayable' | 'profileIncomplete' | 'alreadyOwned'

/** A new order for one that was cancelled or failed: what is asked today, and a coupon only if it still counts (case 47). */
export async function regenerate(
  context: Given,
  buyer: Buyer,
  id: number,
): Promise<{ new_order_token: string } | Failure<Fault>> {
  const made = await context.db.transaction(async (inner) => {
    const [old] = await inner.query<OrderRow>(
      `select ${ORDER} from orders o where o.id = $1 and o.owner = $2 for update`,
      [id, buyer.owner],
    )
    if (!old) return 'notFound'
    const draft = await draftOf(inner, context.now(), buyer, old)
    if (typeof draft === 'string') return draft
    const order = await placeOrder(inner, context, buyer, draft)
    // The last use went to somebody else between the two looks at it.
    return order === 'coupon'
      ? placeOrder(inner, context, buyer, { ...draft, content: { ...draft.content, coupon: undefined } })
      : order
  })
  if (typeof made === 'string') return { fault: made === 'coupon' ? 'notRepayable' : made }
  context.wake()
  return { new_order_token: made.token }
}

async function draftOf(inner: Db, now: Date, buyer: Buyer, old: OrderRow): Promise<Draft | Fault> {
  const [busy] = await inner.query(
    `select 1 from payment_attempts where order_id = $1 and state in ('pending', 'held', 'paid')
     union all select 1 from orders where replaces_id = $1 and status = 'paid'`,
    [old.id],
  )
  if ((old.status !== 'cancelled' && old.status !== 'failed') || busy) return 'notRepayable'
  const known = await partyOf(inner, buyer)
  if (!canOrder(known)) return 'profileIncomplete'
  const lines = await inner.query<{ variant: number }>(
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
    party: { ...known, firstName: old.firstName, lastName: old.lastName },
    ...recipient,
    locale: old.locale,
    replacesId: old.id,
    cartId: null,
  }
}

async function recipientOf(inner: Db, orderId: number): Promise<Recipient> {
  const [gift] = await inner.query<Recipient>(
    'select email, first_name as "firstName", last_name as "lastName", mobile, country, message from gifts where order_id = $1',
    [orderId],
  )
  if (!gift) throw new Error(`order ${orderId} gives to nobody`)
  return gift
}
