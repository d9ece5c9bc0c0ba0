import { startOfDay } from '#contract/time/day.ts'
import type { CouponForm, DeskCoupon } from '#contract/desk/shop/coupons.ts'
import { noteAction } from '../../audit/audit-log.ts'
import { endOfDay } from '../../cart/end-of-day.ts'
import { foldCode } from '../../cart/coupons.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { coupons } from '../../db/schema/orders/cart.ts'
import { digestOf } from '../../db/upsert.ts'
import type { StaffCaller } from '../../http/staff.ts'
import type { Failure } from '../../runtime/failure.ts'
import { rememberChange } from '../history/remember.ts'
import type { Restorer } from '../history/restorer.ts'

type Dependencies = Pick<AppContext, 'db' | 'now'>
type CouponRow = Omit<DeskCoupon, 'version'>

const DAY = (column: string, shift = '') => `to_char((c.${column}${shift}) at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`
const SUM = (amount: string, currency: string) =>
  `coalesce(sum(${amount}) filter (where o.currency = '${currency}'), 0)`
/** What stayed of an order, when single lines of it went back. */
const KEPT = `o.total - (select coalesce(sum(r.amount), 0) from line_refunds r where r.order_id = o.id)`
/** An end at midnight belongs to the day before. */
const COUPONS = `select c.id, c.code, c.percent, c.uses_left, c.per_buyer, c.applies_to, ${DAY('starts')} as starts,
  ${DAY('expires', ` - interval '1 microsecond'`)} as ends, coalesce(c.expires <= $1, false) as is_ended,
  count(o.id) as paid_orders, ${SUM(KEPT, 'INR')} as earned_inr, ${SUM(KEPT, 'USD')} as earned_usd,
  ${SUM('o.discount', 'INR')} as given_inr, ${SUM('o.discount', 'USD')} as given_usd
  from coupons c left join orders o on o.coupon_id = c.id and o.status = 'paid'`

/** The version leaves out what orders change: a sale meanwhile is no edit of somebody else. Whether there is a limit, people decide. */
const withVersion = (row: CouponRow): DeskCoupon => {
  const { id, code, percent, uses_left, per_buyer, applies_to, starts, ends } = row
  return {
    ...row,
    version: digestOf([id, code, percent, uses_left === null, per_buyer, applies_to, starts, ends]),
  }
}

export async function deskCouponList({ db, now }: Dependencies): Promise<{ coupons: DeskCoupon[] }> {
  const rows = await db.query<CouponRow>(`${COUPONS} group by c.id order by c.id desc limit 500`, [now()])
  return { coupons: rows.map(withVersion) }
}

async function couponBy(db: Db, now: Date, code: string): Promise<DeskCoupon | undefined> {
  const [row] = await db.query<CouponRow>(`${COUPONS} where upper(c.code) = $2 group by c.id`, [now, code])
  return row && withVersion(row)
}

/** Adds a coupon, or changes the one with this code. Orders that use it keep their price. */
export async function saveCoupon(
  { db, now }: Dependencies,
  form: CouponForm,
  staff: StaffCaller,
): Promise<{ coupon: DeskCoupon } | Failure<'exists' | 'notFound' | 'changedMeanwhile'>> {
  const at = now()
  const code = foldCode(form.code)
  return db.transaction(async (inner) => {
    await lockCode(inner, code)
    const before = await couponBy(inner, at, code)
    const terms = await termsOf(inner, code)
    if (form.version === '' && before) return { fault: 'exists' }
    if (form.version !== '' && !before) return { fault: 'notFound' }
    if (before && before.version !== form.version) return { fault: 'changedMeanwhile' }
    await writeCoupon(inner, at, { ...form, code: before?.code ?? code }, before)
    const { version: _version, uses_shown: _shown, ...details } = form
    const action = before ? 'change' : 'add'
    await noteAction(inner, at, action, `coupon ${code}`, details, staff.name)
    await rememberChange(inner, at, {
      ...{ staff, area: 'coupons', action: `${action} coupon`, target: code, label: code },
      ...{ before: terms, after: await termsOf(inner, code) },
    })
    const coupon = await couponBy(inner, at, code)
    if (!coupon) throw new Error(`coupon ${code} was not saved`)
    return { coupon }
  })
}

/** One save of a code at a time, also before its row exists. */
const lockCode = (inner: Db, code: string) =>
  inner.query(`select pg_advisory_xact_lock(hashtext('coupon ' || $1))`, [code])

/** SQL: the uses that are left when `shown` becomes `wanted`, less those of the orders that came since it was shown. */
const USES_FROM = (shown: string, wanted: string): string =>
  `case when uses_left is null or ${wanted}::int is null or ${shown}::int is null then ${wanted} else greatest(0, uses_left + ${wanted} - ${shown}) end`

/** A coupon that was ended within a day keeps that time when its day is not changed. */
async function writeCoupon(inner: Db, now: Date, form: CouponForm, before: DeskCoupon | undefined): Promise<void> {
  const values = [
    form.code,
    form.percent,
    form.uses_left,
    form.per_buyer,
    form.applies_to,
    form.starts ? startOfDay(form.starts) : null,
    form.ends ? (endOfDay(form.ends) ?? null) : null,
    now,
  ]
  if (!before) {
    await inner.query(
      `insert into coupons (code, percent, uses_left, per_buyer, applies_to, starts, expires, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values,
    )
    return
  }
  await inner.query(
    `update coupons set percent = $2, uses_left = ${USES_FROM('$10', '$3')}, per_buyer = $4, applies_to = $5, starts = $6,
       expires = case when $9 then expires else $7 end, updated_at = $8 where code = $1`,
    [...values, form.ends === (before.ends ?? ''), form.uses_shown === undefined ? before.uses_left : form.uses_shown],
  )
}

type Terms = Pick<Row<typeof coupons>, 'percent' | 'uses_left' | 'per_buyer' | 'applies_to' | 'starts' | 'expires'>

/** What people decide of a coupon, in the form in which it is remembered. */
async function termsOf(db: Db, code: string): Promise<Terms | null> {
  const [terms] = await db.query<Terms>(
    'select percent, uses_left, per_buyer, applies_to, starts, expires from coupons where upper(code) = $1',
    [code],
  )
  return terms ?? null
}

/** A coupon as it was, less what orders used of it since. One that was added ends, because orders may name it. */
export const couponRestorer: Restorer = {
  roles: ['editor'],
  stepUp: true,
  async read({ db }, { target, after }) {
    // A save in progress comes before, and is compared.
    await lockCode(db, target)
    const terms = await termsOf(db, target)
    // Written by `saveCoupon`.
    const { uses_left: left } = after as Terms
    // Orders use it meanwhile, which is no change of somebody else; a limit that came or went since is one.
    return terms && (terms.uses_left === null) === (left === null) ? { ...terms, uses_left: left } : terms
  },
  async write({ db, now }, { target, before, after }) {
    // Written by `saveCoupon`; JSON has made text of the moments.
    const [old, fresh] = [before as Terms | null, after as Terms]
    if (!old)
      return void (await db.query('update coupons set expires = $2, updated_at = $2 where upper(code) = $1', [
        target,
        now(),
      ]))
    await db.query(
      `update coupons set percent = $2, per_buyer = $3, applies_to = $4, starts = $5, expires = $6, updated_at = $7,
         uses_left = ${USES_FROM('$9', '$8')}
        where upper(code) = $1`,
      [
        ...[target, old.percent, old.per_buyer, old.applies_to, old.starts, old.expires, now()],
        ...[old.uses_left, fresh.uses_left],
      ],
    )
  },
}
