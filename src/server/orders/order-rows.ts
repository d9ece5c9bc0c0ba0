import type { Currency } from '#contract/money.ts'
import type { Locale } from '#contract/text.ts'
import type { Db } from '../db/connect.ts'

export type OrderStatus = 'open' | 'paid' | 'cancelled' | 'failed' | 'refunded'
export type OrderRow = {
  id: number
  token: string
  owner: string | null
  userId: number | null
  cartId: number | null
  replacesId: number | null
  status: OrderStatus
  isGift: boolean
  locale: Locale
  email: string
  firstName: string
  lastName: string
  mobile: string
  country: string
  state: string
  sellerState: string
  currency: Currency
  subtotal: number
  discount: number
  cgst: number
  sgst: number
  igst: number
  total: number
  couponId: number | null
  couponCode: string | null
  holdsCoupon: boolean
  createdAt: Date
  expiresAt: Date
}

export const ORDER = `o.id, o.token, o.owner, o.user_id as "userId", o.cart_id as "cartId", o.replaces_id as "replacesId", o.status, o.is_gift as "isGift", o.locale,
  o.email, o.first_name as "firstName", o.last_name as "lastName", o.mobile, o.country, o.state, o.seller_state as "sellerState", o.currency, o.subtotal, o.discount,
  o.cgst, o.sgst, o.igst, o.total, o.coupon_id as "couponId", o.coupon_code as "couponCode", o.holds_coupon as "holdsCoupon", o.created_at as "createdAt",
  o.expires_at as "expiresAt"`

/** Locked: whoever changes an order, its attempts or what it opened holds its row first. */
export async function orderById(inner: Db, id: number): Promise<OrderRow> {
  const [order] = await inner.query<OrderRow>(`select ${ORDER} from orders o where o.id = $1 for update`, [id])
  if (!order) throw new Error(`no order ${id}`)
  return order
}

/** Takes one use of a coupon that is counted. `free`: it is not counted. */
export async function holdCoupon(inner: Db, couponId: number): Promise<'held' | 'free' | 'gone'> {
  const [coupon] = await inner.query<{ counted: boolean; uses_left: number }>(
    'select uses_left is not null as counted, uses_left from coupons where id = $1 for update',
    [couponId],
  )
  if (!coupon) return 'gone'
  if (!coupon.counted) return 'free'
  if (coupon.uses_left < 1) return 'gone'
  await inner.query('update coupons set uses_left = uses_left - 1 where id = $1', [couponId])
  return 'held'
}

/** Ends an order that is not paid; its use of a coupon is free again. */
export async function withdraw(inner: Db, orderId: number, status: 'cancelled' | 'failed'): Promise<void> {
  const [order] = await inner.query<{ coupon_id: number | null; held: boolean }>(
    `with before as (select id, coupon_id, holds_coupon as held from orders where id = $1 and status = 'open' for update)
     update orders o set status = $2, holds_coupon = false from before b where o.id = b.id returning b.coupon_id, b.held`,
    [orderId, status],
  )
  if (order?.held)
    await inner.query('update coupons set uses_left = uses_left + 1 where id = $1 and uses_left is not null', [
      order.coupon_id,
    ])
}
