import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { coupons } from '../db/schema/orders/cart.ts'
import type { Failure } from '../runtime/failure.ts'
import type { AppContext } from '../context.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { foldCode } from './coupons.ts'
import { noteAction } from '../audit/audit-log.ts'

type CouponReport = Pick<Row<typeof coupons>, 'id' | 'code' | 'percent' | 'uses_left' | 'expires'> & {
  paid_orders: number
}
type NewCoupon = { code: string; percent: number; uses?: number; expires?: Date }

const COUPONS = `select c.id, c.code, c.percent, c.uses_left, c.expires,
  (select count(*) from orders o where o.coupon_id = c.id and o.status = 'paid') as paid_orders from coupons c`

/** Newest first. */
export async function listCoupons({ db }: Pick<AppContext, 'db'>, slice: Slice): Promise<Paged<CouponReport>> {
  return pageOf(db, COUPONS, slice)
}

/** Finds a coupon by its code in any spelling. */
export async function couponNamed({ db }: Pick<AppContext, 'db'>, code: string): Promise<CouponReport | undefined> {
  const [coupon] = await db.query<CouponReport>(`${COUPONS} where upper(c.code) = $1`, [foldCode(code)])
  return coupon
}

export async function addCoupon(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { code, percent, uses, expires }: NewCoupon,
): Promise<CouponReport | Failure<'exists'>> {
  const folded = foldCode(code)
  const isNew = await db.transaction(async (inner) => {
    // An imported code in small letters is the same code.
    const [row] = await inner.query(
      `insert into coupons (code, percent, uses_left, expires, updated_at) select $1, $2, $3, $4, $5
       where not exists (select 1 from coupons where upper(code) = $1) on conflict (code) do nothing returning id`,
      [folded, percent, uses ?? null, expires ?? null, now()],
    )
    if (row)
      await noteAction(inner, now(), 'add', `coupon ${folded}`, {
        percent,
        uses: uses ?? null,
        expires: expires?.toISOString() ?? null,
      })
    return row !== undefined
  })
  const added = isNew && (await couponNamed({ db }, folded))
  return added || { fault: 'exists' }
}

/** Ends a coupon now. Orders that use it keep their price. */
export async function endCoupon({ db, now }: Pick<AppContext, 'db' | 'now'>, code: string): Promise<boolean> {
  return db.transaction(async (inner: Db) => {
    const rows = await inner.query<Pick<Row<typeof coupons>, 'code'>>(
      'update coupons set expires = $2, updated_at = $2 where upper(code) = $1 returning code',
      [foldCode(code), now()],
    )
    for (const row of rows) await noteAction(inner, now(), 'end', `coupon ${row.code}`)
    return rows.length > 0
  })
}
