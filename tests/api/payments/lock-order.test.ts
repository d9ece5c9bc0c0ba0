import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { LOCKS } from '../../../src/server/db/locks.ts'
import { releaseOrder } from '../../../src/server/payments/manage-orders.ts'
import { addTo, buyer, coupon, fillCart, variantOf } from '../support/cart.ts'
import { gift, owned, redeem } from '../support/money.ts'
import {
  beginPayu,
  counts,
  decide,
  order,
  orderFor,
  pollOnce,
  postForm,
  shopWithGateways,
} from '../support/payments.ts'
import { advanceClock, ask, PASSWORD } from '../support/personas.ts'

const shop = shopWithGateways()
type Sql = [text: string, values: unknown[]]

/** Connections that wait for a lock. Asked on another connection: inside a transaction `pg_stat_activity` does not change. */
const blocked = () =>
  shop().db.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)

/** Does `work` in the middle of another transaction: it begins after `first`, and waits for a lock when `next` begins. */
async function amid<Result>(first: Sql, work: () => Promise<Result>, next: Sql): Promise<Result> {
  const { ended } = await shop().db.transaction(async (inner) => {
    await inner.query(...first)
    const working = work()
    // Awaited after this transaction, which it may wait for.
    const settled = working.then(
      (result) => ({ result }),
      (error: Error) => ({ error }),
    )
    await expect.poll(async () => (await blocked()).length, { timeout: 30_000 }).toBeGreaterThan(0)
    await inner.query(...next)
    return { ended: settled }
  })
  const outcome = await ended
  if ('error' in outcome) throw outcome.error
  return outcome.result
}

const CATALOG: Sql = ['select pg_advisory_xact_lock($1)', [LOCKS.catalog]]
const cartOf = (id: number): Sql => ['select id from carts where user_id = $1 for update', [id]]
const orderBy = (token: string): Sql => ['select id from orders where token = $1 for update', [token]]
const couponBy = (code: string): Sql => ['select id from coupons where code = $1 for update', [code]]

describe('who buys and who publishes at the same time', () => {
  it('[PR-5] an account is erased while a publication writes to its owner', async () => {
    const one = await buyer(shop())
    await fillCart(shop(), one, 'chhava')
    const erase = () =>
      ask(shop(), endpoints.deleteAccount, { password: PASSWORD, confirmed: true }, { token: one.token })
    // As a notification for this listener is inserted.
    const notified: Sql = ['select 1 from users where id = $1 for key share', [one.id]]
    expect((await amid(CATALOG, erase, notified)).body).toEqual({ status: true })
    expect(await shop().db.query('select 1 from users where id = $1', [one.id])).toEqual([])
  })

  it('[CA-2] a title goes into a new cart when a payment closes the old one just then', async () => {
    const one = await buyer(shop())
    await fillCart(shop(), one, 'chhava')
    const close: Sql = ['update carts set closed_at = $2 where user_id = $1', [one.id, shop().clock.now]]
    const vyakti = await variantOf(shop(), 'products', 'vyakti')
    const { status, body } = await amid(cartOf(one.id), () => addTo(shop(), one, vyakti), close)
    expect([status, body.data?.quantity]).toEqual([200, 1])
  })

  it('[MO-1] a held payment is accepted while its buyer changes the cart', async () => {
    const one = await buyer(shop())
    const token = await orderFor(shop(), one, 'chhava')
    const payment = decide(shop(), 'payu', await beginPayu(shop(), one, token), 'paid')
    payment.amount = '233.82'
    const short = payuAnswer({ ...payment, fields: { ...payment.fields, amount: '233.82' } })
    await postForm(shop(), '/api/payment/payu/webhook', short)
    const released = await amid(cartOf(one.id), () => releaseOrder(shop().context, token), orderBy(token))
    expect(released).toEqual({ order: expect.any(Number), amount: '233.82 INR' })
    expect(await owned(shop(), one)).toEqual({ chhava: 'purchase' })
  })

  it('[GI-2] a gift is redeemed while it is being sent once more', async () => {
    const { code, token } = await gift(shop(), 'chhava')
    const friend = await buyer(shop())
    const sent: Sql = [
      'select 1 from gifts g join orders o on o.id = g.order_id where o.token = $1 for update of g',
      [token],
    ]
    expect(await amid(orderBy(token), () => redeem(shop(), friend, code), sent)).toMatchObject({ status: true })
    expect(await owned(shop(), friend)).toEqual({ chhava: 'gift' })
  })
})

describe('the uses of coupons', () => {
  const withCoupon = async (code: string) => {
    const one = await buyer(shop())
    const cart = await fillCart(shop(), one, 'chhava')
    expect((await coupon(shop(), one, cart, code)).body.status).toBe(true)
    const token: string = (await order(shop(), one, cart)).body.data.order_token
    return { one, cart, token }
  }
  /** Of the first coupon and the second. */
  const left = async (): Promise<[number, number]> => {
    const rows = await shop().db.query<{ uses_left: number }>(
      `select uses_left from coupons where code like 'LIMITED_' order by id`,
    )
    return [rows[0]?.uses_left ?? 0, rows[1]?.uses_left ?? 0]
  }

  it('[CK-2] come back from two orders that expire while another order takes both', async () => {
    await shop().db.query(
      `insert into coupons (code, percent, uses_left) values ('LIMITED1', 10, 9), ('LIMITED2', 10, 9)`,
    )
    const [second, first] = [await withCoupon('LIMITED2'), await withCoupon('LIMITED1')]
    expect(await left()).toEqual([8, 8])
    advanceClock(shop(), 30 * 24 * 3_600)
    await amid(couponBy('LIMITED1'), () => pollOnce(shop()), couponBy('LIMITED2'))
    expect(await left()).toEqual([9, 9])
    for (const { token } of [first, second]) expect((await counts(shop(), token))?.status).toBe('cancelled')
  })

  it('[CK-2] move from one coupon to another while another order takes both', async () => {
    const { one, cart, token } = await withCoupon('LIMITED2')
    await coupon(shop(), one, cart, 'LIMITED1')
    const again = await amid(couponBy('LIMITED1'), () => order(shop(), one, cart), couponBy('LIMITED2'))
    expect([again.status, (await counts(shop(), token))?.status]).toEqual([200, 'cancelled'])
    expect(await left()).toEqual([8, 9])
  })

  it('[CK-2] move from the order of another cart while another order takes both', async () => {
    const { one, token } = await withCoupon('LIMITED2')
    await shop().db.query(`update carts set closed_at = now() where user_id = $1`, [one.id])
    const cart = await fillCart(shop(), one, 'chhava')
    await coupon(shop(), one, cart, 'LIMITED1')
    const before = await left()
    await amid(couponBy('LIMITED1'), () => order(shop(), one, cart), couponBy('LIMITED2'))
    expect((await counts(shop(), token))?.status).toBe('cancelled')
    expect(await left()).toEqual([before[0] - 1, before[1] + 1])
  })

  it('[PR-5] come back with an erased account while another order takes them', async () => {
    const { one, cart } = await withCoupon('LIMITED2')
    await shop().db.query('update carts set closed_at = now() where token = $1', [cart])
    const other = await fillCart(shop(), one, 'vyakti')
    await coupon(shop(), one, other, 'LIMITED1')
    await order(shop(), one, other)
    const before = await left()
    const erase = () =>
      ask(shop(), endpoints.deleteAccount, { password: PASSWORD, confirmed: true }, { token: one.token })
    expect((await amid(couponBy('LIMITED1'), erase, couponBy('LIMITED2'))).body).toEqual({ status: true })
    expect(await left()).toEqual(before.map((uses) => uses + 1))
  })
})
