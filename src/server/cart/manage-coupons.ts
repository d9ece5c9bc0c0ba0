import type { Db } from '../db/connect.ts'
import type { Failure } from '../runtime/failure.ts'
import type { AppContext } from '../context.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { foldCode } from './coupons.ts'
import { noteAction } from '../audit/audit-log.ts'

type Given = Pick<AppContext, 'db' | 'now'>
export type CouponShown = {
  id: number
  code: string
  percent: number
  uses_left: number | null
  expires: Date | null
  paid_orders: number
}
export type NewCoupon = { code: string; percent: number; uses?: number; expires?: Date }

const COUPONS = `select c.id, c.code, c.percent, c.uses_left, c.expires,
  (select count(*) from orders o where o.coupon_id = c.id and o.status = 'paid') as paid_orders from coupons c`

/** Newest first. */
export async function listCoupons({ db }: Pick<Given, 'db'>, slice: Slice): Promise<Paged<CouponShown>> {
  return pageOf(db, COUPONS, slice)
}

/** As somebody says the code on the telephone. */
export async function couponNamed({ db }: Pick<Given, 'db'>, code: string): Promise<CouponShown | undefined> {
  const [coupon] = await db.query<CouponShown>(`${COUPONS} where upper(c.code) = $1`, [foldCode(code)])
  return coupon
}

export async function addCoupon(
  { db, now }: Given,
  { code, percent, uses, expires }: NewCoupon,
): Promise<CouponShown | Failure<'exists'>> {
  const folded = foldCode(code)
  const isNew = await db.transaction(async (inner) => {
    // A code that an import wrote in small letters is the same code to a buyer.
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

/** Orders that hold it keep their price; no new one gets it. */
export async function endCoupon({ db, now }: Given, code: string): Promise<boolean> {
  return db.transaction(async (inner: Db) => {
    const rows = await inner.query<{ code: string }>(
      'update coupons set expires = $2, updated_at = $2 where upper(code) = $1 returning code',
      [foldCode(code), now()],
    )
    for (const row of rows) await noteAction(inner, now(), 'end', `coupon ${row.code}`)
    return rows.length > 0
  })
}
