import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { requestHash } from '../../../src/server/adapters/payment/payu.ts'
import { SANDBOX_KEYS } from '../../../src/server/adapters/payment/sandbox.ts'
import { buyer, cartOf, fillCart } from '../support/cart.ts'
import { ask, sentTo } from '../support/personas.ts'
import { orderFor, shopWithGateways } from '../support/payments.ts'
import { confirmMandate, cancel, buyerWithMandate, renewalOf, work } from '../support/renewals.ts'

const shop = shopWithGateways()
const lastMail = async (email: string) => (await sentTo(shop(), email)).at(-1)

describe('a mandate at PayU', () => {
  it('[PY-1] is part of the first payment, with its terms in the hash, and is confirmed by mail', async () => {
    const { one, form } = await buyerWithMandate(shop())
    expect(form.fields).toMatchObject({ api_version: '7', si: '1', amount: '116.82' })
    expect(JSON.parse(form.fields.si_details)).toEqual({
      billingAmount: '116.82',
      billingCurrency: 'INR',
      billingCycle: 'ADHOC',
      billingInterval: 1,
      billingRule: 'MAX',
      paymentStartDate: '2026-11-21',
      paymentEndDate: '2031-11-20',
    })
    expect(form.fields.hash).toBe(requestHash(form.fields, SANDBOX_KEYS.payu.salt))
    expect(await renewalOf(shop(), one)).toMatchObject({
      state: 'active',
      reason: null,
      name: 'A month',
      days: 30,
      amount: { amount: '116.82' },
      ceiling: { amount: '116.82' },
      valid_until: '2031-11-20',
      next_debit: '2026-12-20',
    })
    expect(await lastMail(one.email)).toMatchObject({
      subject: 'Auto-renewal of A month is on',
      body: expect.stringMatching(/₹116\.82.*20 December 2026/),
    })
  })

  it('[CK-1] attack case 44: is offered and accepted only with a plan in the cart', async () => {
    const one = await buyer(shop())
    await fillCart(shop(), one, 'chhava')
    expect((await cartOf(shop(), one)).can_renew).toBe(false)
    const token = await orderFor(shop(), one, 'vyakti')
    const refused = await ask(shop(), endpoints.autoRenewalCheckout, { token }, { token: one.token })
    expect([refused.status, refused.body.fault]).toEqual([422, 'noPlan'])
    expect(await shop().db.query('select 1 from mandates where user_id = $1', [one.id])).toEqual([])
    await fillCart(shop(), one, 'plan-30')
    expect((await cartOf(shop(), one)).can_renew).toBe(true)
  })

  it('[CK-1] is not offered above the limit for debits without authentication', async () => {
    const [one, { db }] = [await buyer(shop()), shop()]
    await fillCart(shop(), one, 'plan-365')
    const offeredAt = async (price: number) => {
      await db.query(`update plans set price_inr = $1 where key = 'plan-365'`, [price])
      return (await cartOf(shop(), one)).can_renew
    }
    // The limit is ₹15,000 with tax.
    const offered = [await offeredAt(1_271_186), await offeredAt(1_271_200)]
    await db.query(`update plans set price_inr = 89900 where key = 'plan-365'`)
    expect(offered).toEqual([true, false])
  })

  it('[SB-4] does not exist before the payment, nor for other listeners', async () => {
    const [one, other] = [await buyer(shop()), await buyer(shop())]
    const token = await orderFor(shop(), one, 'plan-30')
    expect((await ask(shop(), endpoints.autoRenewalCheckout, { token }, { token: other.token })).status).toBe(404)
    await ask(shop(), endpoints.autoRenewalCheckout, { token }, { token: one.token })
    expect([await renewalOf(shop(), one), (await cancel(shop(), one)).body.fault]).toEqual([null, 'noRenewal'])
  })

  it('[SB-4] replaces the earlier one, which is revoked at the gateway', async () => {
    const { one, mandate } = await buyerWithMandate(shop())
    const second = await confirmMandate(shop(), one, 'plan-365')
    await work(shop())
    expect([mandate.isEnded, second.mandate.isEnded]).toEqual([true, false])
    expect(await renewalOf(shop(), one)).toMatchObject({ state: 'active', days: 365, next_debit: '2027-12-20' })
  })
})
