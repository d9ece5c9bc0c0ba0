import { RULES } from '../../../src/server/http/rate-limits.ts'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { addTo, buyer, cartOf, coupon, fillCart, variantOf } from '../support/cart.ts'
import { advanceClock, ask } from '../support/personas.ts'
import {
  beginPayu,
  counts,
  decide,
  details,
  order,
  orderFor,
  shopWithGateways,
  postForm,
  pollOnce,
} from '../support/payments.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'

const shop = shopWithGateways()
const back = (key: string) =>
  postForm(shop(), '/api/payment/payu/return', payuAnswer(decide(shop(), 'payu', key, 'paid')))

describe('an order', () => {
  it('[CK-3] stores the prices of the cart with the tax of the buyer’s state', async () => {
    const summaryOf = async (address: object) => {
      const one = await buyer(shop(), address)
      return (await details(shop(), one, await orderFor(shop(), one, 'plan-30', 'chhava'))).summary
    }
    expect(await summaryOf({ state: 'MH' })).toEqual({
      currency: 'INR',
      subtotal: { amount: '298.00' },
      discount: { amount: '0.00' },
      taxes: [
        { component: 'CGST', percent: 9, amount: { amount: '26.82' } },
        { component: 'SGST', percent: 9, amount: { amount: '26.82' } },
      ],
      total: { amount: '351.64' },
    })
    expect(await summaryOf({ state: 'KA' })).toMatchObject({
      taxes: [{ component: 'IGST', amount: { amount: '53.64' } }],
      total: { amount: '351.64' },
    })
    expect(await summaryOf({ country: 'US' })).toMatchObject({ currency: 'USD', taxes: [], total: { amount: '9.89' } })
  })

  it('[CK-5] attack case 3: has the currency of the stored country, whatever the request says', async () => {
    const one = await buyer(shop())
    const { body } = await order(shop(), one, await fillCart(shop(), one, 'plan-30'), {
      order_currency: '1',
      country: 'US',
    })
    expect(await details(shop(), one, body.data.order_token)).toMatchObject({
      order_currency: '2',
      total_gross_inr: { amount: '116.82' },
    })
  })

  it('[CK-5] attack case 6: keeps its prices when the catalog changes; the next order has the new ones', async () => {
    const one = await buyer(shop())
    const token = await orderFor(shop(), one, 'kid-3')
    await shop().db.query(`update products set price_inr = 9900 where key = 'kid-3'`)
    const { body } = await ask(shop(), endpoints.payuCheckout, { token }, { token: one.token })
    expect(body.form.fields.amount).toBe('234.82')
    const cart = await cartOf(shop(), one)
    const next = await order(shop(), one, cart.token)
    expect(next.body.data.order_token).not.toBe(token)
    expect(await details(shop(), one, next.body.data.order_token)).toMatchObject({
      total_gross_inr: { amount: '116.82' },
    })
    expect((await details(shop(), one, token)).status).toBe('canceled')
  })

  it('[CK-5] attack case 7: is created once when the cart is sent many times at once', async () => {
    const one = await buyer(shop())
    const cart = await fillCart(shop(), one, 'chhava')
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(shop(), one, cart)))
    expect(new Set(answers.map(({ body }) => body.data?.order_token)).size).toBe(1)
    expect(await shop().db.query('select 1 from orders where user_id = $1', [one.id])).toHaveLength(1)
  })

  it('[CK-5] attack case 8: cannot use the cart of another buyer', async () => {
    const [one, other] = [await buyer(shop()), await buyer(shop())]
    expect((await order(shop(), other, await fillCart(shop(), one, 'chhava'))).status).toBe(404)
  })

  it('[CK-5] attack case 9: needs one of the 37 states in India', async () => {
    for (const state of ['', 'XX', 'mh']) {
      const one = await buyer(shop())
      const cart = await fillCart(shop(), one, 'chhava')
      await shop().db.query('update users set state = $2 where id = $1', [one.id, state])
      expect((await order(shop(), one, cart)).body.fault).toBe('stateMissing')
      expect(await shop().db.query('select 1 from orders where user_id = $1', [one.id])).toEqual([])
    }
  })

  it('[CK-4] names the invalid fields', async () => {
    const one = await buyer(shop())
    const cart = await fillCart(shop(), one, 'chhava')
    const { body, status } = await order(shop(), one, cart, { first_name: 'A1', last_name: '', email: 'x' })
    expect([status, body.fields]).toEqual([400, { first_name: 'letters', last_name: 'required', email: 'email' }])
    const { token } = await cartOf(shop(), one)
    await ask(
      shop(),
      endpoints.removeFromCart,
      { email: '', token, cart_lines: [{ variant: await variantOf(shop(), 'products', 'chhava'), quantity: 0 }] },
      one,
    )
    expect((await order(shop(), one, cart)).body.fault).toBe('emptyCart')
  })

  it('[OR-1] attack cases 45 and 46: shows its real state, and only to its owner', async () => {
    const [one, other] = [await buyer(shop()), await buyer(shop())]
    const token = await orderFor(shop(), one, 'chhava')
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await details(shop(), one, token)).toMatchObject({
      status: 'unfulfilled',
      payment: 'none',
      invoice_number: null,
      created: shop().clock.now.toISOString(),
      product_details: [{ name: 'छावा' }],
      total_gross_inr: { amount: '234.82' },
      order_currency: '2',
    })
    expect((await ask(shop(), endpoints.myOrders, { offset: 0, limit: 10 }, { token: one.token })).body.data).toEqual([
      await details(shop(), one, token),
    ])
    expect((await ask(shop(), endpoints.orderDetails, { token }, { token: other.token })).status).toBe(404)
    expect((await ask(shop(), endpoints.payuCheckout, { token }, { token: other.token })).status).toBe(404)
    expect((await ask(shop(), endpoints.orderDetails, { token: 'x'.repeat(43) }, { token: one.token })).status).toBe(
      404,
    )
    expect(await counts(shop(), token)).toMatchObject({ grants: 0, status: 'open' })
  })

  it('[OR-2] is listed ten per page with the total count', async () => {
    const one = await buyer(shop())
    for (let at = 0; at < 12; at += 1) await orderFor(shop(), one, `kid-${at}`)
    const page = async (offset: number) =>
      (await ask(shop(), endpoints.myOrders, { offset, limit: 10 }, { token: one.token })).body
    const [first, second] = [await page(0), await page(10)]
    expect([first.count, first.data.length, second.data.length]).toEqual([12, 10, 2])
    expect(first.data[0].product_details.length).toBe(12)
    expect((await page(-3)).data).toHaveLength(10)
  })

  it('[OR-2] attack case 47: can be ordered again only by its owner, after it was cancelled or failed', async () => {
    const [one, other] = [await buyer(shop()), await buyer(shop())]
    const again = (from: { token: string }, id: number) =>
      ask(shop(), endpoints.regenerateOrder, { order_number: id }, { token: from.token })
    const token = await orderFor(shop(), one, 'chhava')
    const { id } = await details(shop(), one, token)
    expect((await again(one, id)).body.fault).toBe('notRepayable')
    expect((await details(shop(), one, token)).can_repay).toBe(false)
    const key = await beginPayu(shop(), one, token)
    await postForm(shop(), '/api/payment/payu/return', payuAnswer(decide(shop(), 'payu', key, 'failed')))
    expect((await details(shop(), one, token)).can_repay).toBe(true)
    // Money that is still under way may yet arrive for the old order.
    await shop().db.query(`update payment_attempts set state = 'pending' where order_id = $1`, [id])
    expect((await details(shop(), one, token)).can_repay).toBe(false)
    expect((await again(one, id)).body.fault).toBe('notRepayable')
    await shop().db.query(`update payment_attempts set state = 'failed' where order_id = $1`, [id])
    expect((await again(other, id)).status).toBe(404)
    const replies = await Promise.all([again(one, id), again(one, id)])
    expect(new Set(replies.map(({ body }) => body.new_order_token)).size).toBe(1)
    const fresh = replies[0]?.body.new_order_token
    await back(await beginPayu(shop(), one, fresh))
    expect(await counts(shop(), fresh)).toMatchObject({ grants: 1, status: 'paid' })
    expect((await again(one, id)).body.fault).toBe('notRepayable')
    expect((await details(shop(), one, token)).can_repay).toBe(false)
  })

  it('[CK-1] starts a second plan on the day the first one ends', async () => {
    const one = await buyer(shop())
    for (const plan of ['plan-30', 'plan-365'])
      await back(await beginPayu(shop(), one, await orderFor(shop(), one, plan)))
    const planPeriods = await shop().db.query(
      `select extract(epoch from starts_at - $2)::int / 86400 as begins, extract(epoch from ends_at - starts_at)::float8 / 86400 as days
       from subscriptions where user_id = $1 order by starts_at`,
      [one.id, shop().clock.now],
    )
    expect(planPeriods).toEqual([
      { begins: 0, days: 30 },
      { begins: 30, days: 365 },
    ])
  })

  it('[OR-3] has invoice numbers without a gap when twenty are paid at once, from 1 again in April', async () => {
    const keys = []
    for (let at = 0; at < 20; at += 1) {
      const one = await buyer(shop())
      keys.push(await beginPayu(shop(), one, await orderFor(shop(), one, 'plan-30')))
    }
    await Promise.all(keys.map(back))
    const serials = async (year: string) =>
      (
        await shop().db.query<{ number: string }>(`select number from invoices where number like $1 order by number`, [
          `I${year}/%`,
        ])
      ).map(({ number }) => Number(number.slice(-6)))
    const now = await serials('202627')
    expect(now).toEqual(Array.from({ length: now.length }, (_, at) => at + 1))
    expect(now.length).toBeGreaterThanOrEqual(20)
    advanceClock(shop(), 150 * 86_400)
    const one = await buyer(shop())
    await back(await beginPayu(shop(), one, await orderFor(shop(), one, 'plan-30')))
    expect(await serials('202728')).toEqual([1])
  })
})

describe('coupons of orders', () => {
  const withCoupon = async (code: string) => {
    const one = await buyer(shop())
    const cart = await fillCart(shop(), one, 'plan-30')
    await coupon(shop(), one, cart, code)
    return { one, cart }
  }

  it('[CK-2] attack case 11: gives the last use to one of fifty orders at once', async () => {
    await shop().db.query(`insert into coupons (code, percent, uses_left) values ('LAST', 20, 1)`)
    const all = []
    for (let at = 0; at < 50; at += 1) all.push(await withCoupon('LAST'))
    const answers = await Promise.all(all.map(({ one, cart }) => order(shop(), one, cart)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.fault === 'coupon')).toHaveLength(49)
    const [left] = await shop().db.query(`select uses_left from coupons where code = 'LAST'`)
    expect(left).toEqual({ uses_left: 0 })
    const at = answers.findIndex(({ status }) => status === 422)
    const loser = all[at]
    if (!loser) throw new Error('nobody lost')
    const { body } = await order(shop(), loser.one, loser.cart)
    expect(await details(shop(), loser.one, body.data.order_token)).toMatchObject({
      voucher_code: null,
      total_gross_inr: { amount: '116.82' },
    })
  })

  it('[CK-2] attack case 11: returns the use of an unpaid order', async () => {
    await shop().db.query(`insert into coupons (code, percent, uses_left) values ('ONCE', 20, 1)`)
    const { one, cart } = await withCoupon('ONCE')
    expect((await order(shop(), one, cart)).status).toBe(200)
    expect((await order(shop(), one, cart)).status).toBe(200)
    advanceClock(shop(), 2 * 3_600)
    await pollOnce(shop())
    expect(await shop().db.query(`select uses_left from coupons where code = 'ONCE'`)).toEqual([{ uses_left: 1 }])
  })

  it('[RL-2] holds the last use for an order that nobody pays for minutes only', async () => {
    await shop().db.query(`insert into coupons (code, percent, uses_left) values ('MINUTES', 20, 1)`)
    const { one, cart } = await withCoupon('MINUTES')
    expect((await order(shop(), one, cart)).status).toBe(200)
    advanceClock(shop(), 11 * 60)
    await pollOnce(shop())
    expect(await shop().db.query(`select uses_left from coupons where code = 'MINUTES'`)).toEqual([{ uses_left: 1 }])
  })

  it('[RL-2] are limited per owner', async () => {
    const one = await buyer(shop())
    const cart = await fillCart(shop(), one, 'plan-30')
    const statuses = []
    for (let turn = 0; turn <= RULES.orderOwner.most; turn += 1) statuses.push((await order(shop(), one, cart)).status)
    expect([new Set(statuses.slice(0, -1)), statuses.at(-1)]).toEqual([new Set([200]), 429])
  })

  it('[CK-2] attack case 14: fulfils an order with the total 0 once, without a gateway', async () => {
    await shop().db.query(`insert into coupons (code, percent) values ('FREE', 100)`)
    const { one, cart } = await withCoupon('FREE')
    const answers = await Promise.all(Array.from({ length: 5 }, () => order(shop(), one, cart)))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
    expect(answers[0]?.body.data.is_paid).toBe(true)
    expect(await counts(shop(), answers[0]?.body.data.order_token)).toEqual({
      grants: 1,
      invoices: 1,
      refunds: 0,
      status: 'paid',
    })
    expect(await shop().db.query('select 1 from subscriptions where user_id = $1', [one.id])).toHaveLength(1)
  })
})

describe('an idempotency key', () => {
  it('[PY-2] makes two calls one, and works for one caller only', async () => {
    const one = await buyer(shop())
    const token = await orderFor(shop(), one, 'chhava')
    const pay = (headers: Record<string, string>) =>
      ask(shop(), endpoints.payuCheckout, { token }, { token: one.token, headers })
    const [first, second] = [
      await pay({ 'idempotency-key': 'pay-me-once' }),
      await pay({ 'idempotency-key': 'pay-me-once' }),
    ]
    expect(second.body.form.fields.txnid).toBe(first.body.form.fields.txnid)
    expect((await pay({})).body.form.fields.txnid).not.toBe(first.body.form.fields.txnid)
    await addTo(shop(), one, await variantOf(shop(), 'products', 'vyakti'))
  })
})
