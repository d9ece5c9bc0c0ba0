import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { grant } from '../../../src/server/library/library.ts'
import { addTo, buyer, cartOf, fillCart, removeFrom, variantOf } from '../support/cart.ts'
import { ask } from '../support/personas.ts'
import { idOf, useShop } from '../support/shop.ts'

const shop = useShop()
const title = (key: string) => variantOf(shop(), 'products', key)
const plan = (key: string) => variantOf(shop(), 'plans', key)
const counted = async (token: string) => (await ask(shop(), endpoints.cartCount, {}, { token })).body.data

describe('the cart', () => {
  it('[CA-1] holds titles and a plan, counts them, and returns prices before tax', async () => {
    const one = await buyer(shop())
    expect([await counted(one.token), await cartOf(shop(), one)]).toEqual([0, undefined])
    const added = await addTo(shop(), one, await title('chhava'))
    expect(added.body).toEqual({ status: true, data: { quantity: 1, token: expect.stringMatching(/^[\w-]{43}$/) } })
    await fillCart(shop(), one, 'plan-30')
    const cart = await cartOf(shop(), one)
    expect(await counted(one.token)).toBe(2)
    expect(cart.lines).toMatchObject([
      {
        quantity: 1,
        product: {
          name: 'छावा',
          inr_price: { amount: '199.00' },
          price: { amount: '4.99' },
          subscription_product: false,
        },
      },
      {
        product: {
          name: 'Plan: A month',
          product_type: 'subscription_product',
          days: 30,
          inr_price: { amount: '99.00' },
        },
      },
    ])
    // No gateway here renews anything.
    expect(cart.can_renew).toBe(false)
  })

  it('[CA-1] removes a line with quantity 0', async () => {
    const one = await buyer(shop())
    const token = await fillCart(shop(), one, 'chhava', 'vyakti')
    expect((await removeFrom(shop(), one, token, await title('chhava'))).body).toEqual({
      status: true,
      data: { quantity: 1, token },
    })
    expect((await cartOf(shop(), one)).lines).toHaveLength(1)
  })

  it('[CA-2] refuses a repeated title, a second plan, and an owned title', async () => {
    const one = await buyer(shop())
    await fillCart(shop(), one, 'chhava', 'plan-30')
    for (const variant of [await title('chhava'), await plan('plan-30')])
      expect(await addTo(shop(), one, variant)).toMatchObject({
        status: 422,
        body: { status: false, fault: 'alreadyInCart' },
      })
    expect((await addTo(shop(), one, await plan('plan-365'))).body.fault).toBe('anotherPlan')
    await grant(shop().context, one.id, await idOf(shop(), 'products', 'vyakti'), 'purchase')
    expect((await addTo(shop(), one, await title('vyakti'))).body.fault).toBe('alreadyOwned')
  })

  it('[CA-2] refuses the same line twice at once', async () => {
    const one = await buyer(shop())
    const variant = await title('chhava')
    const answers = await Promise.all(Array.from({ length: 8 }, () => addTo(shop(), one, variant)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await shop().db.query('select 1 from carts where user_id = $1', [one.id])).toHaveLength(1)
  })

  it('[CA-2] requires a complete profile, in India with a valid state', async () => {
    const variant = await title('chhava')
    expect((await addTo(shop(), { token: '' }, variant)).status).toBe(401)
    for (const state of ['', 'XX'])
      expect((await addTo(shop(), await buyer(shop(), { state }), variant)).body.fault).toBe('profileIncomplete')
    const newListener = await buyer(shop())
    await shop().db.query('update users set profile_completed = false where id = $1', [newListener.id])
    expect((await addTo(shop(), newListener, variant)).body.fault).toBe('profileIncomplete')
  })

  it('[CK-3] splits the tax in Maharashtra, has IGST elsewhere in India, and no tax abroad', async () => {
    const rates = async (address: object) => {
      const one = await buyer(shop(), address)
      await fillCart(shop(), one, 'plan-30')
      const { tax_rate, summary } = await cartOf(shop(), one)
      return [Object.values(tax_rate.standard_rate), summary.currency, summary.total.amount]
    }
    expect(await rates({ state: 'MH' })).toEqual([[9, 9, 0], 'INR', '116.82'])
    expect(await rates({ state: 'KA' })).toEqual([[0, 0, 18], 'INR', '116.82'])
    expect(await rates({ country: 'US' })).toEqual([[0, 0, 0], 'USD', '4.90'])
  })

  it('[CA-1] drops lines that are no longer for sale', async () => {
    const one = await buyer(shop())
    await fillCart(shop(), one, 'kid-7', 'kid-8')
    await shop().db.query(`update products set status = 'unpublished' where key = 'kid-7'`)
    expect((await cartOf(shop(), one)).lines).toHaveLength(1)
    await shop().db.query(`update products set status = 'published' where key = 'kid-7'`)
  })
})

describe('attacks on the cart', () => {
  it('[CK-5] attack case 1: ignores discounts of the request', async () => {
    const one = await buyer(shop())
    await addTo(shop(), one, await plan('plan-30'), { discount_amount_inr: '98', discount_amount: 98 })
    expect((await cartOf(shop(), one)).summary.total.amount).toBe('116.82')
  })

  it('[CK-5] attack case 2: refuses invalid quantities without a change', async () => {
    const one = await buyer(shop())
    const variant = await title('chhava')
    const token = await fillCart(shop(), one, 'chhava')
    for (const quantity of [-1, 0.5, 1e9, '1e3', [1], null, 2, 0])
      expect(
        (await addTo(shop(), one, variant, { cart_lines: [{ variant, quantity }] })).status,
        String(quantity),
      ).toBe(400)
    for (const quantity of [1, -1, '0'])
      expect((await removeFrom(shop(), one, token, variant, { cart_lines: [{ variant, quantity }] })).status).toBe(400)
    expect(await counted(one.token)).toBe(1)
  })

  it('[CK-5] cases 4 and 5: refuses variants that are not for sale, also in gift carts', async () => {
    const one = await buyer(shop())
    await shop().db.query(`update products set status = 'unpublished' where key = 'kid-0'`)
    await shop().db.query(`update products set price_inr = 0 where key = 'kid-1'`)
    const variants = await Promise.all([
      plan('inst'),
      title('tukaram'),
      title('dnyaneshwari'),
      title('kid-0'),
      title('kid-1'),
    ])
    for (const variant of variants)
      for (const gift_cart of [false, true])
        expect(await addTo(shop(), one, variant, { gift_cart })).toMatchObject({
          status: 422,
          body: { fault: 'notForSale' },
        })
    expect((await addTo(shop(), one, 999_999)).status).toBe(404)
  })

  it('[CK-5] attack case 8: answers notFound for the cart of another listener', async () => {
    const [one, other] = [await buyer(shop()), await buyer(shop())]
    const token = await fillCart(shop(), one, 'chhava')
    expect((await removeFrom(shop(), other, token, await title('chhava'))).status).toBe(404)
    expect(
      (await ask(shop(), endpoints.applyCoupon, { token, voucher_code: 'MONSOON10' }, { token: other.token })).status,
    ).toBe(404)
    expect(await counted(one.token)).toBe(1)
  })

  it('[CK-5] attack case 10: refuses taxes and other unknown keys of the client', async () => {
    const one = await buyer(shop())
    const variant = await title('chhava')
    for (const extra of [{ tax_rate: { standard_rate: { IGST: 0 } } }, { price: 1 }, { is_staff: true }])
      expect((await addTo(shop(), one, variant, extra)).status).toBe(400)
    expect((await addTo(shop(), one, variant, { cart_lines: [{ variant, quantity: 1, price: 1 }] })).status).toBe(400)
  })

  it('[PY-2] attack case 68: refuses a form of another site', async () => {
    const one = await buyer(shop())
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type, authorization: `Token ${one.token}`, origin: 'null' }
      const response = await shop().app.inject({ method: 'POST', url: '/api/cart/', payload: '{}', headers })
      expect([response.statusCode, response.headers['access-control-allow-origin']]).toEqual([415, undefined])
    }
  })
})
