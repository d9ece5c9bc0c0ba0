import { asciiDigits } from '#contract/digits.ts'
import type { Db } from '../db/connect.ts'

export type Coupon = { id: number; code: string; percent: number }

/** As it was printed, whatever keyboard typed it. */
export const foldCode = (text: string): string => asciiDigits(text.normalize('NFKC')).replace(/\s/g, '').toUpperCase()

type Wanted = { id?: number; code?: string; cartId?: number }

/** A coupon that counts now. `code` is folded. The use that an open order of the same cart holds is the cart's own. */
export async function couponOf(db: Db, now: Date, { id, code, cartId }: Wanted): Promise<Coupon | undefined> {
  const [coupon] = await db.query<Coupon>(
    `select id, code, percent from coupons c where (id = $1 or upper(code) = $2) and (expires is null or expires > $3) and (uses_left is null or uses_left > 0
       or exists (select 1 from orders o where o.cart_id = $4 and o.status = 'open' and o.holds_coupon and o.coupon_id = c.id))`,
    [id ?? null, code ?? null, now, cartId ?? null],
  )
  return coupon
}
