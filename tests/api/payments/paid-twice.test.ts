import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { addTo, buyer, cartOf, fillCart, variantOf } from '../support/cart.ts'
import { answer, gift, owned, payuCheckout, redeem, returnedAt, twoForms } from '../support/money.ts'
import { beginPayu, counts, details, order, orderFor, shopWithGateways, pollOnce } from '../support/payments.ts'
import { textOfPdf } from '../support/pdf-text.ts'
import { ask, sentTo } from '../support/personas.ts'
import { planPeriods } from '../support/renewals.ts'

const shop = shopWithGateways()
/** What one title costs with tax, in paise. */
const TITLE = 23_482
const bothOwned = { chhava: 'purchase', vyakti: 'purchase' }

describe('a title', () => {
  it('[MO-1] goes back alone when the second of two orders that share it is paid', async () => {
    const { one, a, b, keyA, keyB } = await twoForms(shop())
    await answer(shop(), keyA, 'paid')
    await answer(shop(), keyB, 'paid')
    await pollOnce(shop())
    expect([await owned(shop(), one), returnedAt(shop(), keyA), returnedAt(shop(), keyB)]).toEqual([
      bothOwned,
      0,
      TITLE,
    ])
    expect([await counts(shop(), a), await counts(shop(), b)]).toMatchObject([
      { grants: 1, status: 'paid' },
      { grants: 1, status: 'paid', invoices: 1 },
    ])
    expect(await details(shop(), one, b)).toMatchObject({
      status: 'fulfilled',
      returned: { amount: { amount: '234.82' }, items: [{ custom_translation: { mr: { name: 'छावा' } } }] },
    })
    const mail = (await sentTo(shop(), one.email)).find(({ subject }) => subject.startsWith('Part of order'))
    expect(mail?.body).toMatch(/“छावा”.*₹234\.82/)
    expect(mail?.body).not.toContain('व्यक्ती')
  })

  it('[MO-1] that goes back alone has a credit note of its price and its tax', async () => {
    const { one, b, keyA, keyB } = await twoForms(shop())
    await answer(shop(), keyA, 'paid')
    await answer(shop(), keyB, 'paid')
    const { body } = await ask(shop(), endpoints.invoice, { token: b }, { token: one.token })
    expect(body.number).toMatch(/^I/)
    const note = await shop().app.inject({
      url: `/api/v1/invoice/${b}/?kind=part`,
      headers: { authorization: `Token ${one.token}` },
    })
    expect(note.json().number).toMatch(/^C202627\/\d{6}$/)
    const words = textOfPdf((await shop().app.inject(note.json().download_path)).rawPayload).join(' ')
    expect(words).toContain('छावा')
    expect(words).not.toContain('व्यक्ती')
    for (const amount of ['199', '17.91', '234.82', body.number]) expect(words).toContain(amount)
    const whole = await shop().app.inject({
      url: `/api/v1/invoice/${b}/?kind=credit`,
      headers: { authorization: `Token ${one.token}` },
    })
    expect(whole.statusCode).toBe(404)
  })

  it('[MO-1] of an order that holds nothing else goes back whole, whichever of the two is paid first', async () => {
    const { one, a, keyA, keyB } = await twoForms(shop())
    await answer(shop(), keyB, 'paid')
    await answer(shop(), keyA, 'paid')
    await pollOnce(shop())
    expect([await owned(shop(), one), returnedAt(shop(), keyA), returnedAt(shop(), keyB)]).toEqual([
      bothOwned,
      TITLE,
      0,
    ])
    expect(await counts(shop(), a)).toMatchObject({ grants: 0, invoices: 0, status: 'cancelled' })
  })

  it('[MO-1] is sold once when both banks answer in the same moment', async () => {
    for (const turn of [0, 1, 2]) {
      const { one, keyA, keyB } = await twoForms(shop(), `kid-${turn}`, `kid-${turn + 3}`)
      await Promise.all([answer(shop(), keyA, 'paid'), answer(shop(), keyB, 'paid')])
      await pollOnce(shop())
      expect(Object.keys(await owned(shop(), one))).toEqual([`kid-${turn}`, `kid-${turn + 3}`])
      expect(returnedAt(shop(), keyA) + returnedAt(shop(), keyB)).toBe(TITLE)
    }
  })

  it('[MO-1] that a gift brought while the form was open goes back whole', async () => {
    const one = await buyer(shop())
    const token = await orderFor(shop(), one, 'chhava')
    const key = await beginPayu(shop(), one, token)
    await redeem(shop(), one, (await gift(shop(), 'chhava')).code)
    await answer(shop(), key, 'paid')
    await pollOnce(shop())
    expect([await owned(shop(), one), returnedAt(shop(), key)]).toEqual([{ chhava: 'gift' }, TITLE])
    expect(await counts(shop(), token)).toMatchObject({ grants: 0, invoices: 0, status: 'cancelled' })
    expect((await sentTo(shop(), one.email)).at(-1)?.body).toContain('छावा')
  })

  it('[MO-1] that is owned meanwhile is refused before the gateway, and the cart makes an order without it', async () => {
    const { one, b, keyA } = await twoForms(shop())
    await answer(shop(), keyA, 'paid')
    expect((await payuCheckout(shop(), one, b)).fault).toBe('alreadyOwned')
    expect((await details(shop(), one, b)).status).toBe('canceled')
    const cart = await cartOf(shop(), one)
    expect(cart.lines).toHaveLength(1)
    const next = (await order(shop(), one, cart.token)).body.data.order_token
    expect((await details(shop(), one, next)).summary.total).toEqual({ amount: '234.82' })
  })

  it('[MO-1] is not paid again while a bank has not answered yet', async () => {
    const { one, b, keyA } = await twoForms(shop())
    await answer(shop(), keyA, 'pending')
    expect((await payuCheckout(shop(), one, b)).fault).toBe('underWay')
    await answer(shop(), keyA, 'failed')
    expect((await payuCheckout(shop(), one, b)).form.fields.amount).toBe('469.64')
  })

  it('[LI-2] a plan whose payment a bank has not confirmed yet is said to be pending, until it is paid', async () => {
    const one = await buyer(shop())
    const plans = async () => (await ask(shop(), endpoints.multipleSubscription, {}, { token: one.token })).body
    const key = await beginPayu(shop(), one, await orderFor(shop(), one, 'plan-30'))
    expect(await plans()).toMatchObject({ data: [], is_pending: false })
    await answer(shop(), key, 'pending')
    expect(await plans()).toMatchObject({ data: [], is_pending: true })
    await answer(shop(), key, 'paid')
    expect(await plans()).toMatchObject({ data: [{ is_current: true }], is_pending: false })
  })

  it('[MO-1] closes the other open order of its buyer when it is ordered again', async () => {
    const one = await buyer(shop())
    const first = await orderFor(shop(), one, 'chhava')
    await answer(shop(), await beginPayu(shop(), one, first), 'failed')
    const { id } = await details(shop(), one, first)
    const { body } = await ask(shop(), endpoints.regenerateOrder, { order_number: id }, { token: one.token })
    const cart = await cartOf(shop(), one)
    const second = (await order(shop(), one, cart.token)).body.data.order_token
    expect((await details(shop(), one, body.new_order_token)).status).toBe('canceled')
    expect((await details(shop(), one, second)).status).toBe('unfulfilled')
  })
})

describe('a plan', () => {
  it('[MO-1] goes back when both of two orders that were open at once are paid', async () => {
    const { one, keyA, keyB } = await twoForms(shop(), 'plan-30', 'chhava')
    await answer(shop(), keyA, 'paid')
    await answer(shop(), keyB, 'paid')
    await pollOnce(shop())
    expect([await planPeriods(shop(), one), returnedAt(shop(), keyB)]).toEqual([[[0, 30]], 11_682])
    expect(await owned(shop(), one)).toEqual({ chhava: 'purchase' })
  })

  it('[MO-1] can be bought once more on purpose, and follows the running one', async () => {
    const one = await buyer(shop())
    for (const _ of [1, 2])
      await answer(shop(), await beginPayu(shop(), one, await orderFor(shop(), one, 'plan-30')), 'paid')
    expect(await planPeriods(shop(), one)).toEqual([
      [0, 30],
      [30, 60],
    ])
  })

  it('[MO-1] in an open order is ordered anew when a gift has brought it', async () => {
    const one = await buyer(shop())
    const cart = await fillCart(shop(), one, 'plan-30')
    const first = (await order(shop(), one, cart)).body.data.order_token
    await redeem(shop(), one, (await gift(shop(), 'plan-30')).code)
    const again = (await order(shop(), one, cart)).body.data.order_token
    expect([again === first, (await details(shop(), one, first)).status]).toEqual([false, 'canceled'])
    expect((await payuCheckout(shop(), one, again)).form.fields.amount).toBe('116.82')
  })
})

it('[MO-1] two gifts of one title to two people are two orders', async () => {
  const one = await buyer(shop())
  const variant = await variantOf(shop(), 'products', 'chhava')
  const send = async (email: string) => {
    const { body } = await addTo(shop(), one, variant, { gift_cart: true })
    const created = await order(shop(), one, body.data.token, { gift_order: true, email, message: 'For you' })
    const token: string = created.body.data.order_token
    await answer(shop(), await beginPayu(shop(), one, token), 'paid')
    return token
  }
  for (const token of [await send('a@x.test'), await send('b@x.test')])
    expect(await counts(shop(), token)).toMatchObject({ status: 'paid', refunds: 0 })
})
