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

type CouponQuery = { owner: string; id?: number; code?: string; cartId?: number }

/** A valid coupon by id or folded code. A use that an open order of the same cart reserves counts as free for this cart. */
export async function couponOf(
  db: Db,
  now: Date,
  { owner, id, code, cartId }: CouponQuery,
): Promise<Coupon | undefined> {
  const [coupon] = await db.query<Coupon>(
    `select id, code, percent, applies_to as "appliesTo" from coupons c where (id = $1 or upper(code) = $2) and (expires is null or expires > $3)
       and (starts is null or starts <= $3)
       and (per_buyer is null or per_buyer > (select count(*) from orders o where o.coupon_id = c.id and o.owner = $5
         and (o.status in ('paid', 'refunded') or (o.status = 'open' and o.cart_id is distinct from $4))))
       and (uses_left is null or uses_left > 0
       or exists (select 1 from orders o where o.cart_id = $4 and o.status = 'open' and o.holds_coupon and o.coupon_id = c.id))`,
    [id ?? null, code ?? null, now, cartId ?? null, owner],
  )
  return coupon
}
