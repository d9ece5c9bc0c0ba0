import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { refundOrder } from '../../../src/server/payments/manage-orders.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { buyer, cartOf } from '../support/cart.ts'
import { advanceClock, ask, sentTo } from '../support/personas.ts'
import {
  beginPayu,
  counts,
  decide,
  details,
  orderFor,
  shopWithGateways,
  postForm,
  pollOnce,
} from '../support/payments.ts'

const shop = shopWithGateways()
const BACK = '/api/payment/payu/return'
const HOOK = '/api/payment/payu/webhook'
const NONE = { grants: 0, invoices: 0, refunds: 0, status: 'open' }
const ONE = { grants: 1, invoices: 1, refunds: 0, status: 'paid' }

async function begun(key = 'chhava') {
  const one = await buyer(shop())
  const token = await orderFor(shop(), one, key)
  return { one, token, key: await beginPayu(shop(), one, token) }
}

describe('paying by PayU', () => {
  it('[PY-1] posts a form, returns, and fulfils the order; the buyer gets a mail', async () => {
    const { one, token, key } = await begun()
    const back = await postForm(shop(), BACK, payuAnswer(decide(shop(), 'payu', key, 'paid')))
    expect(back).toEqual({ status: 303, location: `https://shop.test/payment-success/${token}/` })
    expect(await counts(shop(), token)).toEqual(ONE)
    expect(await details(shop(), one, token)).toMatchObject({
      status: 'fulfilled',
      payment: 'paid',
      total_gross_inr: { amount: '234.82' },
      order_currency: '2',
      invoice_number: expect.stringMatching(/^I202627\/\d{6}$/),
      product_details: [{ product_type: 'audiobook', custom_translation: { mr: { name: 'छावा' } } }],
    })
    expect(await cartOf(shop(), one)).toBeUndefined()
    const [mail] = await sentTo(shop(), one.email)
    expect([mail?.subject, mail?.body]).toEqual([
      expect.stringContaining('is paid'),
      expect.stringContaining(`/payment-success/${token}/`),
    ])
    expect((await ask(shop(), endpoints.payuCheckout, { token }, { token: one.token })).body.fault).toBe('alreadyPaid')
  })

  it('[PY-1] escapes the HTML form of the reply', async () => {
    const one = await buyer(shop())
    const token = await orderFor(shop(), one, 'chhava')
    const { body } = await ask(shop(), endpoints.payuCheckout, { token }, { token: one.token })
    expect(body.data).toMatch(
      /^<form method="post" action="https:\/\/shop\.test\/dev\/pay\/payu\/_payment"><input type="hidden"/,
    )
    expect(body.form.fields).toMatchObject({
      amount: '234.82',
      firstname: 'Asha',
      productinfo: expect.stringMatching(/^Order \d+$/),
    })
  })

  it('[PY-2] attack case 16: ignores a success without a hash', async () => {
    const { token, key } = await begun()
    const { hash: _hash, ...bare } = payuAnswer({ ...decide(shop(), 'payu', key, 'failed'), state: 'paid' })
    for (const forged of [bare, { ...bare, hash: 'x'.repeat(128) }]) {
      expect(await postForm(shop(), BACK, forged)).toEqual({
        status: 303,
        location: 'https://shop.test/payment-failure/unknown/',
      })
      await postForm(shop(), HOOK, forged)
    }
    expect(await counts(shop(), token)).toEqual(NONE)
    expect(await shop().db.query(`select 1 from payment_events where verdict = 'forged'`)).not.toEqual([])
    expect(shop().alarms).toContain('forged payment message')
  })

  it('[PY-2] attack case 17: does not accept the success of one order for another', async () => {
    const [one, two] = [await begun(), await begun('vyakti')]
    const answer = payuAnswer(decide(shop(), 'payu', one.key, 'paid'))
    await postForm(shop(), BACK, { ...answer, txnid: two.key })
    expect([await counts(shop(), one.token), await counts(shop(), two.token)]).toEqual([NONE, NONE])
  })

  it('[PY-2] attack case 18: fulfils the order once when many successes come at once', async () => {
    const { token, key } = await begun()
    const answer = payuAnswer(decide(shop(), 'payu', key, 'paid'))
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => postForm(shop(), at % 2 === 0 ? BACK : HOOK, answer)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, at) => (at % 2 === 0 ? 303 : 200)))
    expect(await counts(shop(), token)).toEqual(ONE)
  })

  it('[PY-2] attack case 19: holds a signed payment that is one rupee short', async () => {
    const { one, token, key } = await begun()
    const payment = decide(shop(), 'payu', key, 'paid')
    payment.amount = '233.82'
    await postForm(shop(), BACK, payuAnswer({ ...payment, fields: { ...payment.fields, amount: '233.82' } }))
    expect(await counts(shop(), token)).toEqual(NONE)
    expect((await details(shop(), one, token)).payment).toBe('held')
    expect(shop().alarms).toContain('payment held')
    expect((await ask(shop(), endpoints.payuCheckout, { token }, { token: one.token })).body.fault).toBe('notPayable')
  })

  it('[PY-2] attack case 22: waits while the payment is pending, and fulfils the order once when it is paid', async () => {
    const { one, token, key } = await begun()
    const back = await postForm(shop(), BACK, payuAnswer(decide(shop(), 'payu', key, 'pending')))
    expect([back.location, (await details(shop(), one, token)).payment]).toEqual([
      `https://shop.test/payment-success/${token}/`,
      'pending',
    ])
    expect((await ask(shop(), endpoints.payuCheckout, { token }, { token: one.token })).body.fault).toBe('notPayable')
    decide(shop(), 'payu', key, 'paid')
    advanceClock(shop(), 4 * 60)
    await pollOnce(shop())
    await pollOnce(shop())
    expect(await counts(shop(), token)).toEqual(ONE)
  })

  it('[PY-2] asks about a pending payment for a month, then closes its order, and a later payment still buys it', async () => {
    const { one, token, key } = await begun()
    await postForm(shop(), BACK, payuAnswer(decide(shop(), 'payu', key, 'pending')))
    const wait = async (days: number) => {
      for (let half = 0; half < days * 2; half += 1) {
        advanceClock(shop(), 12 * 3_600)
        await pollOnce(shop())
      }
    }
    await wait(25)
    expect((await details(shop(), one, token)).payment).toBe('pending')
    await wait(20)
    expect(await details(shop(), one, token)).toMatchObject({ status: 'failed', payment: 'failed' })
    expect(shop().alarms).toContain('payment pending for a month')
    await postForm(shop(), HOOK, payuAnswer(decide(shop(), 'payu', key, 'paid')))
    expect(await counts(shop(), token)).toEqual(ONE)
  })

  it('[PY-2] attack case 23: decides by the status, not by the address that was called', async () => {
    const { one, token, key } = await begun()
    const back = await postForm(shop(), BACK, payuAnswer(decide(shop(), 'payu', key, 'failed')))
    expect(back.location).toBe(`https://shop.test/payment-failure/${token}/`)
    expect(await details(shop(), one, token)).toMatchObject({ status: 'failed', can_repay: true })
  })

  it('[PY-2] attack case 24: trusts the gateway’s server and not the browser, and raises an alarm', async () => {
    const { token, key } = await begun()
    const payment = decide(shop(), 'payu', key, 'failed')
    await postForm(shop(), BACK, payuAnswer({ ...payment, state: 'paid' }))
    expect(await counts(shop(), token)).toEqual({ ...NONE, status: 'failed' })
    expect(shop().alarms).toContain('gateway contradicts its message')
  })

  it('[PY-2] settles a payment whose browser never returned', async () => {
    const { token, key } = await begun()
    decide(shop(), 'payu', key, 'paid')
    await pollOnce(shop())
    expect(await counts(shop(), token)).toEqual(NONE)
    advanceClock(shop(), 4 * 60)
    await pollOnce(shop())
    expect(await counts(shop(), token)).toEqual(ONE)
  })

  it('[PY-2] expires an unpaid order, and fulfils it after a late payment', async () => {
    const { one, token, key } = await begun()
    advanceClock(shop(), 2 * 3_600)
    await pollOnce(shop())
    expect((await details(shop(), one, token)).status).toBe('canceled')
    await postForm(shop(), HOOK, payuAnswer(decide(shop(), 'payu', key, 'paid')))
    expect(await counts(shop(), token)).toEqual(ONE)
  })

  it('[PY-2] attack case 25: refunds the second payment of one order', async () => {
    const { one, token, key } = await begun()
    const second = await beginPayu(shop(), one, token)
    for (const tried of [key, second]) await postForm(shop(), BACK, payuAnswer(decide(shop(), 'payu', tried, 'paid')))
    expect(await counts(shop(), token)).toEqual({ ...ONE, refunds: 1 })
    await pollOnce(shop())
    expect([shop().sandbox.find('payu', key)?.state, shop().sandbox.find('payu', second)?.state]).toEqual([
      'paid',
      'refunded',
    ])
    expect((await sentTo(shop(), one.email)).at(-1)?.subject).toContain('on its way back')
  })

  it('[PY-2] attack case 25: refunds the first payment too, once, while the second is on its way back', async () => {
    const { one, token, key } = await begun()
    const second = await beginPayu(shop(), one, token)
    for (const tried of [key, second]) await postForm(shop(), BACK, payuAnswer(decide(shop(), 'payu', tried, 'paid')))
    const refund = () => refundOrder(shop().context, token)
    expect(await Promise.all([refund(), refund()])).toEqual(
      expect.arrayContaining([{ order: expect.any(Number), amount: expect.any(String) }, { fault: 'underWay' }]),
    )
    await pollOnce(shop())
    expect([key, second].map((tried) => shop().sandbox.find('payu', tried)?.state)).toEqual(['refunded', 'refunded'])
    expect(await counts(shop(), token)).toMatchObject({ refunds: 2, status: 'refunded' })
  })

  it('[PY-2] attack case 69: answers with the security headers, and refuses a form with a repeated field', async () => {
    const { token, key } = await begun()
    const answer = new URLSearchParams(payuAnswer(decide(shop(), 'payu', key, 'paid'))).toString()
    expect((await postForm(shop(), BACK, `${answer}&status=success`)).location).toContain('/payment-failure/')
    expect(await counts(shop(), token)).toEqual(NONE)
  })
})
