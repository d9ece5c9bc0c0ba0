import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { couponOf } from '../../../src/server/cart/coupons.ts'
import type { Db } from '../../../src/server/db/connect.ts'
import { reserveCoupon } from '../../../src/server/orders/order-rows.ts'
import { addTo, buyer as completeBuyer, coupon, fillCart, variantOf } from '../support/cart.ts'
import { order } from '../support/payments.ts'
import { useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
const FORM = {
  code: 'DIWALI20',
  percent: 20,
  uses_left: null,
  per_buyer: null,
  applies_to: null,
  starts: '',
  ends: '',
  version: '',
}
type Coupon = {
  version: string
  code: string
  uses_left: number | null
  ends: string | null
  earned_inr: number
  paid_orders: number
}

async function editor() {
  const { cookie } = await enterDesk(shop(), 'editor')
  const save = (form: object) => sendAt(shop(), cookie, endpoints.deskCouponSave, { ...FORM, ...form })
  const list = async () => (await sendAt(shop(), cookie, endpoints.deskCoupons)).json<{ coupons: Coupon[] }>().coupons
  return { save, list }
}

async function orderWith(code: string, owner: string, status: string, total = 0, db: Pick<Db, 'query'> = shop().db) {
  const price = { subtotal: total, discount: 0, cgst: 0, sgst: 0, igst: 0, total }
  await db.query(
    `insert into orders (token, user_id, fingerprint, status, is_gift, locale, email, first_name, last_name, mobile, country, state, seller_state,
       currency, subtotal, discount, cgst, sgst, igst, total, coupon_id, created_at, expires_at)
     select md5(random()::text), u.id, '', $3, false, 'en', 'x@x.test', 'A', 'B', '9876543210', 'IN', 'MH', 'MH', 'INR',
       $4, $5, $6, $7, $8, $9, c.id, now(), now() + interval '1 hour'
     from coupons c, users u where c.code = $1 and 'u' || u.id = $2`,
    [code, owner, status, ...Object.values(price)],
  )
}

async function buyer(email: string): Promise<string> {
  const [row] = await shop().db.query<{ id: number }>('insert into users (email) values ($1) returning id', [email])
  return `u${row?.id}`
}

describe('a coupon at the desk', () => {
  it('[DK-11] is added, changed and ended with a version, and its days are those of India', async () => {
    const { save, list } = await editor()
    const added = (await save({ starts: '01/11/2026', ends: '2026-12-31' })).json<{ coupon: Coupon }>().coupon
    expect(added).toMatchObject({ code: 'DIWALI20', starts: '2026-11-01', ends: '2026-12-31', is_ended: false })
    expect((await save({})).json()).toMatchObject({ fault: 'exists' })
    const changed = await save({ percent: 25, version: added.version })
    expect(changed.json()).toMatchObject({ coupon: { percent: 25, ends: null } })
    const late = await save({ percent: 5, version: added.version })
    expect([late.statusCode, late.json<{ fault: string }>().fault]).toEqual([409, 'changedMeanwhile'])
    expect((await list()).map(({ code }) => code)).toContain('DIWALI20')
  })

  it('[DK-11] keeps the uses of orders that came while its form was open, also when its limit is changed', async () => {
    const { save } = await editor()
    const code = 'BESIDE'
    const { version } = (await save({ code, uses_left: 100 })).json<{ coupon: Coupon }>().coupon
    const left = async () =>
      (await shop().db.query<{ uses_left: number | null }>('select uses_left from coupons where code = $1', [code]))[0]
        ?.uses_left
    const [{ id }] = (await shop().db.query<{ id: number }>('select id from coupons where code = $1', [code])) as [
      { id: number },
    ]
    const reserve = () => shop().db.transaction((inner) => reserveCoupon(inner, id, null))
    await Promise.all([reserve(), reserve()])
    const seen = { code, uses_left: 100, uses_shown: 100 }
    const edits = await Promise.all([save({ ...seen, ends: '2027-12-31', version }), reserve(), reserve()])
    expect(edits[0].statusCode).toBe(200)
    expect(await left()).toBe(96)
    let now = edits[0].json<{ coupon: Coupon }>().coupon.version
    await save({ ...seen, ends: '2027-12-31', uses_left: 150, version: now })
    expect(await left()).toBe(146)
    await save({ ...seen, ends: '2027-12-31', uses_left: 40, uses_shown: 100, version: now })
    expect(await left()).toBe(86)
    for (const [wanted, shown, expected] of [
      [null, 86, null],
      [5, null, 5],
      [0, 5, 0],
    ] as const) {
      const saved = await save({ ...seen, ends: '2027-12-31', uses_left: wanted, uses_shown: shown, version: now })
      expect(await left()).toBe(expected)
      now = saved.json<{ coupon: Coupon }>().coupon.version
    }
  })

  it('[DK-11] keeps a limit that somebody else gave or took away while a form was open', async () => {
    const { save, list } = await editor()
    const code = 'LIMITED'
    const left = async () => (await list()).find((one) => one.code === code)?.uses_left
    let version = (await save({ code })).json<{ coupon: Coupon }>().coupon.version
    for (const [before, after] of [
      [null, 100],
      [100, null],
    ]) {
      const edit = { code, uses_shown: before, version }
      const limited = await save({ ...edit, uses_left: after })
      expect(limited.statusCode).toBe(200)
      const late = await save({ ...edit, uses_left: before, ends: '2027-12-31' })
      expect([late.statusCode, late.json<{ fault: string }>().fault]).toEqual([409, 'changedMeanwhile'])
      expect(await left()).toBe(after)
      version = limited.json<{ coupon: Coupon }>().coupon.version
    }
  })

  it('[DK-11] refuses fields that make no coupon, each by its name', async () => {
    const { save } = await editor()
    for (const [field, value] of Object.entries({
      code: 'ÄÖ!',
      percent: 101,
      per_buyer: 0,
      applies_to: ['pig'],
      ends: '32/1/2026',
    }))
      expect(
        Object.keys((await save({ code: 'FAULTY', [field]: value })).json<{ fields: object }>().fields)[0],
      ).toMatch(field)
    expect((await save({ code: 'FAULTY', starts: '2026-12-02', ends: '2026-12-01' })).statusCode).toBe(400)
  })

  it('[DK-11] is good for so many orders of one buyer', async () => {
    const { save } = await editor()
    await save({ code: 'ONCE', per_buyer: 1 })
    const [one, other] = [await buyer('one@x.test'), await buyer('other@x.test')]
    const has = (owner: string) => couponOf(shop().db, shop().clock.now, { owner, code: 'ONCE' })
    const id = (await has(one))?.id ?? 0
    await orderWith('ONCE', one, 'paid')
    expect([await has(one), (await has(other))?.code]).toEqual([undefined, 'ONCE'])
    expect(await reserveCoupon(shop().db, id, one)).toBe('usedUp')
    expect(await reserveCoupon(shop().db, id, other)).toBe('unlimited')
    await orderWith('ONCE', other, 'cancelled')
    expect((await has(other))?.code).toBe('ONCE')
  })

  it('[DK-11] is good for so many orders of one buyer, also when two are placed at once', async () => {
    const { save } = await editor()
    await save({ code: 'ATONCE', per_buyer: 1 })
    const one = await completeBuyer(shop())
    const cart = await fillCart(shop(), one, 'plan-30')
    const plan = await variantOf(shop(), 'plans', 'plan-30')
    const gift: string = (await addTo(shop(), one, plan, { gift_cart: true })).body.data.token
    for (const token of [cart, gift])
      expect((await coupon(shop(), one, token, 'ATONCE')).body).toMatchObject({ status: true })
    const friend = { gift_order: true, email: 'friend@x.test', message: 'For you' }
    const place = () => Promise.all([order(shop(), one, cart), order(shop(), one, gift, friend)])
    const waiting = async () =>
      (
        await shop().db.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length
    // The coupon is held until both are in the middle.
    const placed = await shop().db.transaction(async (inner) => {
      await inner.query(`select 1 from coupons where code = 'ATONCE' for update`)
      const answers = place()
      await expect.poll(waiting, { timeout: 60_000 }).toBe(2)
      return { answers }
    })
    const answers = await placed.answers
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(answers.find(({ status }) => status === 422)?.body.fault).toBe('coupon')
  })

  it('[DK-11] counts the orders of a buyer only when no other one is being placed', async () => {
    const { save } = await editor()
    await save({ code: 'COUNTED', per_buyer: 1 })
    const owner = await buyer('counted@x.test')
    const id = (await couponOf(shop().db, shop().clock.now, { owner, code: 'COUNTED' }))?.id ?? 0
    const place = () =>
      shop().db.transaction(async (inner) => {
        const result = await reserveCoupon(inner, id, owner)
        if (result !== 'usedUp') await orderWith('COUNTED', owner, 'open', 0, inner)
        return result
      })
    expect((await Promise.all([place(), place(), place()])).toSorted()).toEqual(['unlimited', 'usedUp', 'usedUp'])
  })

  it('[DK-11] [DK-12] is not put back over the save of a colleague that an undo met', async () => {
    const { cookie } = await enterDesk(shop(), 'owner')
    const { save, list } = await editor()
    const { version } = (await save({ code: 'MET' })).json<{ coupon: Coupon }>().coupon
    await save({ code: 'MET', percent: 25, version })
    const [change] = await shop().db.query<{ id: number }>('select max(id) as id from desk_changes')
    const waiting = () =>
      shop().db.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    const { undoing } = await shop().db.transaction(async (inner) => {
      // As a save does.
      await inner.query(`select pg_advisory_xact_lock(hashtext('coupon MET'))`)
      await inner.query(`update coupons set percent = 30 where code = 'MET'`)
      const started = sendAt(shop(), cookie, endpoints.deskUndo, { id: change?.id })
      await expect.poll(async () => (await waiting()).length, { timeout: 30_000 }).toBe(1)
      return { undoing: started }
    })
    expect((await undoing).json()).toMatchObject({ fault: 'changedMeanwhile' })
    expect((await list()).find(({ code }) => code === 'MET')).toMatchObject({ percent: 30 })
  })

  it('[DK-11] is not good before its first day', async () => {
    const { save } = await editor()
    await save({ code: 'LATER', starts: '2026-11-22' })
    const at = (time: string) => couponOf(shop().db, new Date(time), { owner: 'u0', code: 'LATER' })
    expect(await at('2026-11-21T18:29:00Z')).toBeUndefined()
    expect(await at('2026-11-21T18:30:00Z')).toMatchObject({ code: 'LATER' })
  })

  it('[DK-11] says what it brought: paid orders only', async () => {
    const { save, list } = await editor()
    await save({ code: 'SUMS' })
    const owner = await buyer('sums@x.test')
    await orderWith('SUMS', owner, 'paid', 10_000)
    await orderWith('SUMS', owner, 'paid', 5_000)
    await orderWith('SUMS', owner, 'cancelled', 99_000)
    expect((await list()).find(({ code }) => code === 'SUMS')).toMatchObject({ paid_orders: 2, earned_inr: 15_000 })
  })
})
