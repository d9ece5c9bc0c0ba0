import type { Currency } from '#contract/money/money.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { orders } from '../db/schema/orders/orders.ts'
import type { coupons } from '../db/schema/orders/cart.ts'

type Columns = Row<typeof orders>
type OrderStatus = Columns['status'] & ('open' | 'paid' | 'cancelled' | 'failed' | 'refunded')
export type OrderRow = {
  id: Columns['id']
  token: Columns['token']
  owner: Columns['owner']
  userId: Columns['user_id']
  cartId: Columns['cart_id']
  replacesId: Columns['replaces_id']
  status: OrderStatus
  isGift: Columns['is_gift']
  locale: Columns['locale'] & Locale
  email: Columns['email']
  firstName: Columns['first_name']
  lastName: Columns['last_name']
  mobile: Columns['mobile']
  country: Columns['country']
  state: Columns['state']
  sellerState: Columns['seller_state']
  gstRate: Columns['gst_rate']
  currency: Columns['currency'] & Currency
  subtotal: Columns['subtotal']
  discount: Columns['discount']
  cgst: Columns['cgst']
  sgst: Columns['sgst']
  igst: Columns['igst']
  total: Columns['total']
  couponId: Columns['coupon_id']
  couponCode: Columns['coupon_code']
  holdsCoupon: Columns['holds_coupon']
  createdAt: Columns['created_at']
  expiresAt: Columns['expires_at']
  networkCountry: Columns['network_country']
}

/** SQL: the gift `g` is sent. A release before `sent_at` knew it by its code, which it did not seal. */
export const IS_GIFT_SENT = '(g.sent_at is not null or (g.code_mark is not null and g.code_sealed is null))'

export const ORDER = `o.id, o.token, o.owner, o.user_id as "userId", o.cart_id as "cartId", o.replaces_id as "replacesId", o.status, o.is_gift as "isGift", o.locale,
  o.email, o.first_name as "firstName", o.last_name as "lastName", o.mobile, o.country, o.state, o.seller_state as "sellerState", o.gst_rate as "gstRate",
  o.currency, o.subtotal, o.discount, o.cgst, o.sgst, o.igst, o.total, o.coupon_id as "couponId", o.coupon_code as "couponCode", o.holds_coupon as "holdsCoupon", o.created_at as "createdAt",
  o.expires_at as "expiresAt", o.network_country as "networkCountry"`

/** Locks the row. Whoever changes an order, its attempts or its grants locks the order first. */
export async function lockOrder(inner: Db, id: number): Promise<OrderRow> {
  const [order] = await inner.query<OrderRow>(`select ${ORDER} from orders o where o.id = $1 for update`, [id])
  if (!order) throw new Error(`order ${id} does not exist`)
  return order
}

/** Takes one use of a coupon with limited uses. */
export async function reserveCoupon(
  inner: Db,
  couponId: number,
  owner: string | null,
): Promise<'reserved' | 'unlimited' | 'usedUp'> {
  const [coupon] = await inner.query<Pick<Row<typeof coupons>, 'uses_left' | 'per_buyer'>>(
    'select uses_left, per_buyer from coupons where id = $1 for update',
    [couponId],
  )
  if (!coupon) return 'usedUp'
  // Counted under the lock: a cart and a gift cart may order at once.
  if (coupon.per_buyer !== null && (await usesOf(inner, couponId, owner)) >= coupon.per_buyer) return 'usedUp'
  if (coupon.uses_left === null) return 'unlimited'
  if (coupon.uses_left < 1) return 'usedUp'
  await inner.query('update coupons set uses_left = uses_left - 1 where id = $1', [couponId])
  return 'reserved'
}

/** Orders of a buyer that use a coupon. */
async function usesOf(inner: Db, couponId: number, owner: string | null): Promise<number> {
  const [row] = await inner.query<{ count: number }>(
    `select count(*) as count from orders where coupon_id = $1 and owner = $2 and status in ('open', 'paid', 'refunded')`,
    [couponId, owner],
  )
  return row?.count ?? 0
}

/**
 * Locks the coupon of a new order and those that unpaid orders of its buyer hold, in one order: two buyers who close one order
 * and place another would deadlock at their coupons.
 */
export async function lockCouponsOf(inner: Db, owner: string, newCoupon: number | null = null): Promise<void> {
  await inner.query(
    `select id from coupons where id = any(array(select coupon_id from orders where owner = $1 and status = 'open' and holds_coupon) || $2::bigint)
     order by id for update`,
    [owner, newCoupon],
  )
}

/** Ends an unpaid order and gives its reserved use of a coupon back. An order that is not open stays as it is. */
export async function closeUnpaidOrder(inner: Db, orderId: number, status: 'cancelled' | 'failed'): Promise<void> {
  const [order] = await inner.query<Pick<Row<typeof orders>, 'coupon_id' | 'holds_coupon'>>(
    `with before as (select id, coupon_id, holds_coupon from orders where id = $1 and status = 'open' for update)
     update orders o set status = $2, holds_coupon = false from before b where o.id = b.id returning b.coupon_id, b.holds_coupon`,
    [orderId, status],
  )
  if (order?.holds_coupon)
    await inner.query('update coupons set uses_left = uses_left + 1 where id = $1 and uses_left is not null', [
      order.coupon_id,
    ])
}
