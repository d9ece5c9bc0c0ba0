import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { buyer, cartOf, coupon, fillCart, type Buyer } from '../support/cart.ts'
import { answer, gift, owned, payuCheckout, redeem } from '../support/money.ts'
import { beginPayu, details, order, orderFor, shopWithGateways } from '../support/payments.ts'
import { advanceClock, ask } from '../support/personas.ts'
import { planPeriods } from '../support/renewals.ts'

const shop = shopWithGateways()

/** An order whose payment failed. The cart still holds its lines. */
async function failed(one: Buyer, ...keys: string[]): Promise<number> {
  const token = await orderFor(shop(), one, ...keys)
  await answer(shop(), await beginPayu(shop(), one, token), 'failed')
  return (await details(shop(), one, token)).id
}
/** A second checkout of what the cart holds. */
async function checkOut(one: Buyer): Promise<string> {
  return (await order(shop(), one, (await cartOf(shop(), one)).token)).body.data.order_token
}
const pay = async (one: Buyer, token: string) => answer(shop(), await beginPayu(shop(), one, token), 'paid')
const repay = async (one: Buyer, id: number, agreed?: string) =>
  (await ask(shop(), endpoints.regenerateOrder, { order_number: id, ...(agreed && { agreed }) }, { token: one.token }))
    .body

describe('Re-payment', () => {
  it('[MO-1] [OR-2] of a title that was bought since is refused: fail, second checkout, pay, press', async () => {
    const one = await buyer(shop())
    const first = await failed(one, 'chhava')
    await pay(one, await checkOut(one))
    expect(await repay(one, first)).toMatchObject({ status: false, fault: 'alreadyOwned' })
  })

  it('[MO-1] [OR-2] is offered as long as a title of the order is not owned', async () => {
    const one = await buyer(shop())
    const token = await orderFor(shop(), one, 'chhava')
    await answer(shop(), await beginPayu(shop(), one, token), 'failed')
    const isOffered = async () => (await details(shop(), one, token)).can_repay
    expect(await isOffered()).toBe(true)
    await pay(one, await checkOut(one))
    expect(await isOffered()).toBe(false)
    const both = await orderFor(shop(), one, 'vyakti')
    await answer(shop(), await beginPayu(shop(), one, both), 'failed')
    expect((await details(shop(), one, both)).can_repay).toBe(true)
    // A gift is for somebody else.
    await shop().db.query('update orders set is_gift = true where token = $1', [token])
    expect(await isOffered()).toBe(true)
  })

  it('[MO-1] [OR-2] of a title that is sold in rupees only places an order', async () => {
    const one = await buyer(shop())
    await shop().db.query(`update products set price_usd = 0 where key = 'vyakti'`)
    expect(await repay(one, await failed(one, 'vyakti'))).toMatchObject({ new_order_token: expect.any(String) })
  })

  it('[MO-1] [OR-2] leaves out what is owned, and says so before it', async () => {
    const one = await buyer(shop())
    const first = await failed(one, 'chhava', 'vyakti')
    await redeem(shop(), one, (await gift(shop(), 'chhava')).code)
    const asked = await repay(one, first)
    expect(asked).toMatchObject({
      new_order_token: null,
      question: { plan: null, owned: [{ custom_translation: { mr: { name: 'छावा' } } }] },
    })
    const placed = await repay(one, first, asked.question.key)
    expect(placed.question).toBeNull()
    expect((await payuCheckout(shop(), one, placed.new_order_token)).form.fields.amount).toBe('234.82')
    expect((await details(shop(), one, placed.new_order_token)).product_details).toHaveLength(1)
  })

  it('[MO-1] [OR-2] of a plan asks "You bought this on …" when it was bought since, and follows on agreement', async () => {
    const one = await buyer(shop())
    const first = await failed(one, 'plan-30')
    const bought = shop().clock.now.toISOString()
    await pay(one, await checkOut(one))
    advanceClock(shop(), 3_600)
    const asked = await repay(one, first)
    expect(asked).toMatchObject({
      new_order_token: null,
      question: {
        plan: { name: 'A month', bought_at: bought, is_same: true, is_gift: false },
        owned: [],
      },
    })
    expect((await repay(one, first, 'another question')).new_order_token).toBeNull()
    const { new_order_token: token } = await repay(one, first, asked.question.key)
    await pay(one, token)
    expect(await planPeriods(shop(), one)).toEqual([
      [0, 30],
      [30, 60],
    ])
  })

  it('[MO-1] [OR-2] of a plan asks about another running plan, and about a given one', async () => {
    const one = await buyer(shop())
    const first = await failed(one, 'plan-30')
    await redeem(shop(), one, (await gift(shop(), 'plan-30')).code)
    expect((await repay(one, first)).question.plan).toMatchObject({ is_same: true, is_gift: true })
    const other = await buyer(shop())
    const second = await failed(other, 'plan-30')
    await redeem(shop(), other, (await gift(shop(), 'plan-365')).code)
    expect((await repay(other, second)).question.plan).toMatchObject({ is_same: false, name: 'A year' })
  })

  it('[MO-1] [OR-2] asks nothing when nothing was bought since, and buys it once', async () => {
    const one = await buyer(shop())
    const first = await failed(one, 'chhava', 'plan-30')
    const { new_order_token: token, question } = await repay(one, first)
    expect(question).toBeNull()
    await pay(one, token)
    expect([await owned(shop(), one), (await repay(one, first)).fault]).toEqual([
      { chhava: 'purchase' },
      'notRepayable',
    ])
  })

  it('[MO-1] [OR-2] closes a second checkout of the same content, which then takes no money', async () => {
    const one = await buyer(shop())
    const first = await failed(one, 'chhava')
    const second = await checkOut(one)
    const key = await beginPayu(shop(), one, second)
    const { new_order_token: token } = await repay(one, first)
    expect((await details(shop(), one, second)).status).toBe('canceled')
    await pay(one, token)
    await answer(shop(), key, 'paid')
    const returned = await shop().db.query(
      'select 1 from refunds r join payment_attempts a on a.id = r.attempt_id where a.key = $1',
      [key],
    )
    expect(returned).toHaveLength(1)
  })

  it('[MO-3] [OR-2] names the currency of the new order when its buyer has moved since', async () => {
    const one = await buyer(shop())
    const first = await failed(one, 'chhava')
    await shop().db.query(`update users set country = 'US', state = '' where id = $1`, [one.id])
    expect((await repay(one, first)).order_currency).toBe('1')
  })
})

describe('Re-payment with a coupon', () => {
  const addCoupon = (code: string, uses: number | null, perBuyer: number | null, scopes: string | null = null) =>
    shop().db.query(
      `insert into coupons (code, percent, uses_left, per_buyer, applies_to) values ($1, 50, $2, $3, $4::text[])`,
      [code, uses, perBuyer, scopes],
    )
  const usesOf = async (code: string) =>
    (await shop().db.query<{ uses_left: number }>('select uses_left from coupons where code = $1', [code]))[0]
      ?.uses_left
  /** An order with the coupon whose payment failed, and which has given the use back. */
  async function failedWith(code: string, ...keys: string[]) {
    const one = await buyer(shop())
    const cart = await fillCart(shop(), one, ...keys)
    expect((await coupon(shop(), one, cart, code)).body.status).toBe(true)
    const token: string = (await order(shop(), one, cart)).body.data.order_token
    await answer(shop(), await beginPayu(shop(), one, token), 'failed')
    return { one, id: (await details(shop(), one, token)).id as number }
  }

  it.each([
    ['limited uses', 'ONEUSE', 1, null],
    ['a limit for each buyer', 'ONEEACH', null, 1],
  ])('[OR-2] [CK-2] with %s keeps the discount when it is pressed again', async (_, code, uses, perBuyer) => {
    await addCoupon(code, uses, perBuyer)
    const { one, id } = await failedWith(code, 'chhava')
    const replies = [await repay(one, id), await repay(one, id)]
    const [first, second] = replies.map(({ new_order_token: token }) => token)
    expect(second).toBe(first)
    expect(await details(shop(), one, first)).toMatchObject({
      voucher_code: code,
      total_gross_inr: { amount: '117.42' },
    })
    expect(await usesOf(code)).toBe(uses === null ? null : 0)
  })

  it('[OR-2] [CK-2] takes the last use over from a second checkout that it closes', async () => {
    await addCoupon('LASTUSE', 1, null)
    const { one, id } = await failedWith('LASTUSE', 'chhava')
    const second = await checkOut(one)
    expect((await details(shop(), one, second)).voucher_code).toBe('LASTUSE')
    const { new_order_token: token } = await repay(one, id)
    expect((await details(shop(), one, token)).voucher_code).toBe('LASTUSE')
    expect((await details(shop(), one, second)).status).toBe('canceled')
  })

  it('[OR-2] [CK-2] uses no coupon up that takes nothing off what is left', async () => {
    await addCoupon('PLANSONLY', 1, null, '{plan}')
    const { one, id } = await failedWith('PLANSONLY', 'chhava', 'plan-30')
    await shop().db.query(`delete from order_lines where plan_id is not null and order_id = $1`, [id])
    const { new_order_token: token } = await repay(one, id)
    expect([(await details(shop(), one, token)).voucher_code, await usesOf('PLANSONLY')]).toEqual([null, 1])
  })
})
