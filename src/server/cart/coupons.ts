import { asciiDigits } from '#contract/text/digits.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { coupons } from '../db/schema/orders/cart.ts'

export type Coupon = Pick<Row<typeof coupons>, 'id' | 'code' | 'percent'> & { appliesTo: string[] | null }

/** Whether the discount counts for a title or a plan. */
export const isDiscounted = (
  { appliesTo }: Coupon,
  { isPlan, type }: { isPlan: boolean; type: string | null },
): boolean => appliesTo === null || appliesTo.includes(isPlan ? 'plan' : (type ?? ''))

/** The code as printed: without spaces, in capitals, with ASCII digits, whatever keyboard typed it. */
export const foldCode = (text: string): string => asciiDigits(text.normalize('NFKC')).replace(/\s/g, '').toUpperCase()

/** The coupon, unless it takes nothing off these items: an order must not use it up then. */
export const usefulCoupon = (
  coupon: Coupon | undefined,
  items: readonly { isPlan: boolean; type: string | null }[],
): Coupon | undefined => (coupon && items.some((item) => isDiscounted(coupon, item)) ? coupon : undefined)

type CouponQuery = { owner: string; id?: number; code?: string; cartId?: number; replacesId?: number }

/** A valid coupon by id or folded code. A use that the open order of the same cart, or of the same replaced order, reserves counts as free. */
export async function couponOf(
  db: Db,
  now: Date,
  { owner, id, code, cartId, replacesId }: CouponQuery,
): Promise<Coupon | undefined> {
  const [coupon] = await db.query<Coupon>(
    `select id, code, percent, applies_to as "appliesTo" from coupons c where (id = $1 or upper(code) = $2) and (expires is null or expires > $3)
       and (starts is null or starts <= $3)
       and (per_buyer is null or per_buyer > (select count(*) from orders o where o.coupon_id = c.id and o.owner = $5
         and (o.status in ('paid', 'refunded') or (o.status = 'open' and (o.cart_id = $4 or o.replaces_id = $6) is not true))))
       and (uses_left is null or uses_left > 0
       or exists (select 1 from orders o where (o.cart_id = $4 or o.replaces_id = $6) and o.status = 'open' and o.holds_coupon and o.coupon_id = c.id))`,
    [id ?? null, code ?? null, now, cartId ?? null, owner, replacesId ?? null],
  )
  return coupon
}
