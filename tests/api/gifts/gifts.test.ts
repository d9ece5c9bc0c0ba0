import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { manage } from '../../../scripts/manage/run.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { addTo, buyer, variantOf, type Buyer } from '../support/cart.ts'
import { ask, sentTo } from '../support/personas.ts'
import { counts, decide, details, order, shopWithGateways, postForm, pollOnce, visit } from '../support/payments.ts'

const shop = shopWithGateways()
const guest = {
  email: 'aunt@x.test',
  first_name: 'Sunanda',
  last_name: 'Marathe',
  mobile: '9876500000',
  country: 'IN',
  state: 'MH',
}
const recipient = {
  email: 'niece@x.test',
  first_name: 'Mira',
  last_name: 'Marathe',
  message: 'Happy birthday, शुभेच्छा!',
  gift_order: true,
}
let requests = 0
const call = (row: Endpoint, input: object, gift: string) => {
  requests += 1
  return shop().app.inject({
    method: row.method,
    url: row.path.replace(':token', String(Object(input).token)),
    ...(row.method !== 'GET' && { payload: input }),
    headers: { authorization: `Gift ${gift}` },
    remoteAddress: `10.7.0.${requests % 250}`,
  })
}
const giftCart = async (more: object = {}) =>
  (await ask(shop(), endpoints.addGiftingUser, { ...guest, ...more })).body.token

async function giftOrder(gift: string, to: object = {}): Promise<string> {
  const variant = await variantOf(shop(), 'plans', 'plan-30')
  const cart = (
    await call(endpoints.addToCart, { email: '', gift_cart: true, cart_lines: [{ variant, quantity: 1 }] }, gift)
  ).json()
  const recipientFields = {
    ...recipient,
    ...to,
    order_currency: '2',
    cart_token: cart.data.token,
    country: 'IN',
    mobile: '9876511111',
  }
  return (await call(endpoints.createOrder, recipientFields, gift)).json().data.order_token
}

async function pay(gift: string, token: string): Promise<void> {
  const { form } = (await call(endpoints.payuCheckout, { token }, gift)).json()
  await visit(shop(), form.action, form.fields)
  await postForm(shop(), '/api/payment/payu/return', payuAnswer(decide(shop(), 'payu', form.fields.txnid, 'paid')))
}

const codeFor = async (address: string) =>
  /code is ([0-9A-Z-]{23})/.exec((await sentTo(shop(), address)).at(-1)?.body ?? '')?.[1] ?? ''
const redeem = (one: Buyer, code: string) => ask(shop(), endpoints.redeemGift, { code }, { token: one.token })

describe('a gift of a guest', () => {
  it('[GI-2] is paid, mailed to the recipient with its message, and redeemed by the code once', async () => {
    const gift = await giftCart()
    const token = await giftOrder(gift)
    await pay(gift, token)
    expect((await call(endpoints.orderDetails, { token }, gift)).json().data[0]).toMatchObject({
      gift_order: true,
      status: 'fulfilled',
      gift_details: { first_name: 'Mira', email: 'niece@x.test', redeemed: false },
    })
    const [mail] = await sentTo(shop(), 'niece@x.test')
    expect(mail?.subject).toContain('Sunanda Marathe')
    expect(mail?.body).toContain('Happy birthday, शुभेच्छा!')
    const code = await codeFor('niece@x.test')
    expect(mail?.body).toContain(`/redeem-gift/#${code}`)
    expect(JSON.stringify(await sentTo(shop(), 'aunt@x.test'))).not.toContain(code)
    const [niece, other] = [await buyer(shop()), await buyer(shop())]
    const opened = await redeem(niece, code.toLowerCase().replaceAll('-', ' '))
    expect(opened.body).toMatchObject({
      status: true,
      data: { product_details: [{ name: 'Plan: A month' }], first_name: 'Sunanda', message: 'Happy birthday, शुभेच्छा!' },
    })
    // The month is hers from now on, and her profile says so.
    const { body } = await ask(shop(), endpoints.myProfile, {}, { token: niece.token })
    expect(body.data).toMatchObject({
      my_subscription: { subscription_type: 'A month', is_current: true },
      renew_in: 30,
    })
    expect((await redeem(niece, code)).status).toBe(200)
    expect((await redeem(other, code)).body.fault).toBe('gift')
    expect(await shop().db.query('select 1 from subscriptions where user_id = $1', [niece.id])).toHaveLength(1)
    expect(await counts(shop(), token)).toMatchObject({ grants: 1, invoices: 1 })
  })

  it('[GI-2] cannot be redeemed after its payment is refunded', async () => {
    const gift = await giftCart({ email: 'refunded@x.test' })
    const token = await giftOrder(gift, { email: 'opener@x.test' })
    await pay(gift, token)
    const code = await codeFor('opener@x.test')
    const [paid] = await shop().db.query<{ id: number }>('select id from orders where token = $1', [token])
    await manage(['orders', 'refund', String(paid?.id)], async () => ({
      context: shop().context,
      close: async () => undefined,
    }))
    await pollOnce(shop())
    const lateBuyer = await buyer(shop())
    expect((await redeem(lateBuyer, code)).body.fault).toBe('gift')
    expect(await shop().db.query('select 1 from subscriptions where user_id = $1', [lateBuyer.id])).toHaveLength(0)
  })

  it('[GI-1] attack case 49: has a token that gives no access to the account with the same address', async () => {
    const victim = await buyer(shop())
    const gift = await giftCart({ email: victim.email })
    for (const row of [endpoints.myProfile, endpoints.cartCount, endpoints.myShelf, endpoints.multipleSubscription])
      for (const scheme of ['Gift', 'Token'])
        expect(
          (await shop().app.inject({ url: row.path, headers: { authorization: `${scheme} ${gift}` } })).statusCode,
        ).toBe(401)
    for (const row of [endpoints.myOrders, endpoints.myLibrary])
      expect((await call(row, { offset: 0, limit: 10 }, gift)).statusCode).toBe(401)
    await addTo(shop(), victim, await variantOf(shop(), 'products', 'chhava'))
    expect((await call(endpoints.cartDetails, {}, gift)).json().data).toEqual([])
  })

  it('[GI-1] uses gift carts only, one for each token', async () => {
    const [one, two] = [await giftCart(), await giftCart()]
    const variant = await variantOf(shop(), 'plans', 'plan-30')
    await call(endpoints.addToCart, { email: '', gift_cart: false, cart_lines: [{ variant, quantity: 1 }] }, one)
    expect((await call(endpoints.cartDetails, {}, one)).json().data[0]).toMatchObject({
      gift_cart: true,
      can_renew: false,
      summary: { total: { amount: '116.82' } },
    })
    expect((await call(endpoints.cartDetails, {}, two)).json().data).toEqual([])
  })

  it('[GI-1] names the invalid fields, and requires a state in India', async () => {
    const { status, body } = await ask(shop(), endpoints.addGiftingUser, { ...guest, email: 'x', first_name: '7' })
    expect([status, body.fields]).toEqual([400, { email: 'email', first_name: 'letters' }])
    expect(
      (await ask(shop(), endpoints.addGiftingUser, { ...guest, last_name: 'म', mobile: '98 sixty' })).body.fields,
    ).toEqual({
      last_name: 'tooShort',
      mobile: 'giftMobile',
    })
    expect((await ask(shop(), endpoints.addGiftingUser, { ...guest, state: '' })).body.fields).toEqual({
      state: 'required',
    })
    expect((await ask(shop(), endpoints.addGiftingUser, { ...guest, country: 'QQ' })).body.fields).toEqual({
      country: 'country',
    })
  })

  it('[GI-1] limits the message to 500 characters', async () => {
    const one = await buyer(shop())
    const { body } = await addTo(shop(), one, await variantOf(shop(), 'plans', 'plan-30'), { gift_cart: true })
    expect((await order(shop(), one, body.data.token, { ...recipient, message: ' ' })).body.fields).toEqual({
      message: 'required',
    })
    expect((await order(shop(), one, body.data.token, { ...recipient, message: 'x'.repeat(501) })).body.fields).toEqual(
      { message: 'tooLong' },
    )
  })

  it('[GI-1] names the invalid fields of the recipient', async () => {
    const one = await buyer(shop())
    const { body } = await addTo(shop(), one, await variantOf(shop(), 'plans', 'plan-30'), { gift_cart: true })
    const wrong = { ...recipient, first_name: 'M', mobile: '987-654' }
    expect((await order(shop(), one, body.data.token, wrong)).body.fields).toEqual({
      first_name: 'tooShort',
      mobile: 'giftMobile',
    })
  })

  it('[GI-1] attack case 48: can be cancelled by its giver only, and only before the payment', async () => {
    const [first, other] = [await giftCart(), await giftCart()]
    const token = await giftOrder(first)
    expect((await call(endpoints.cancelGiftOrder, { token }, other)).statusCode).toBe(404)
    expect((await call(endpoints.cancelGiftOrder, { token }, first)).json()).toEqual({ status: true })
    expect((await call(endpoints.orderDetails, { token }, first)).json().data[0].status).toBe('canceled')
    expect((await call(endpoints.cartDetails, {}, first)).json().data).toEqual([])
    const paid = await giftOrder(first)
    await pay(first, paid)
    expect((await call(endpoints.cancelGiftOrder, { token: paid }, first)).json().fault).toBe('alreadyPaid')
  })

  it('[GI-1] attack case 47: can be ordered again by its giver only, after the payment failed, and goes to the same recipient', async () => {
    const [first, other] = [await giftCart(), await giftCart()]
    const token = await giftOrder(first, { email: 'again@x.test' })
    const { id } = (await call(endpoints.orderDetails, { token }, first)).json().data[0]
    const again = (gift: string) => call(endpoints.regenerateOrder, { order_number: id }, gift)
    expect((await again(first)).json().fault).toBe('notRepayable')
    const { form } = (await call(endpoints.payuCheckout, { token }, first)).json()
    await visit(shop(), form.action, form.fields)
    await postForm(shop(), '/api/payment/payu/return', payuAnswer(decide(shop(), 'payu', form.fields.txnid, 'failed')))
    expect((await call(endpoints.orderDetails, { token }, first)).json().data[0].can_repay).toBe(true)
    expect((await again(other)).statusCode).toBe(404)
    expect((await again('a'.repeat(43))).statusCode).toBe(401)
    const listener = await buyer(shop())
    expect((await ask(shop(), endpoints.regenerateOrder, { order_number: id }, listener)).status).toBe(404)
    const fresh = (await again(first)).json().new_order_token
    expect((await call(endpoints.orderDetails, { token: fresh }, other)).statusCode).toBe(404)
    await pay(first, fresh)
    expect(await codeFor('again@x.test')).toHaveLength(23)
    expect((await again(first)).json().fault).toBe('notRepayable')
  })

  it('[PY-2] attack case 25: refunds a payment after the cancellation', async () => {
    const gift = await giftCart()
    const token = await giftOrder(gift, { email: 'late@x.test' })
    const { form } = (await call(endpoints.payuCheckout, { token }, gift)).json()
    await visit(shop(), form.action, form.fields)
    await call(endpoints.cancelGiftOrder, { token }, gift)
    await postForm(shop(), '/api/payment/payu/return', payuAnswer(decide(shop(), 'payu', form.fields.txnid, 'paid')))
    expect(await counts(shop(), token)).toEqual({ grants: 0, invoices: 0, refunds: 1, status: 'cancelled' })
    await pollOnce(shop())
    expect(shop().sandbox.find('payu', form.fields.txnid)?.state).toBe('refunded')
    expect(await sentTo(shop(), 'late@x.test')).toEqual([])
  })

  it('[GI-2] starts plans one after the other when they are redeemed at once', async () => {
    const codes: string[] = []
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) {
      const gift = await giftCart()
      await pay(gift, await giftOrder(gift, { email: `${name}@month.test` }))
      codes.push(await codeFor(`${name}@month.test`))
    }
    const niece = await buyer(shop())
    const replies = await Promise.all(codes.map((code) => redeem(niece, code)))
    expect(replies.map(({ status }) => status)).toEqual(codes.map(() => 200))
    const terms = await shop().db.query<{ starts_at: Date; ends_at: Date }>(
      'select starts_at, ends_at from subscriptions where user_id = $1 order by starts_at',
      [niece.id],
    )
    expect(terms).toHaveLength(codes.length)
    expect(terms.slice(1).map((term) => term.starts_at)).toEqual(terms.slice(0, -1).map((term) => term.ends_at))
  })

  it('[GI-2] limits guesses of its code', async () => {
    const one = await buyer(shop())
    const statuses = []
    for (let at = 0; at < 20; at += 1)
      statuses.push((await redeem(one, `AAAAA-AAAAA-AAAAA-AAA${String(at).padStart(2, '2')}`)).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  })

  it('[GI-1] of a listener is separate from the cart of that listener, and names its giver', async () => {
    const one = await buyer(shop())
    const { body } = await addTo(shop(), one, await variantOf(shop(), 'products', 'chhava'), { gift_cart: true })
    expect((await ask(shop(), endpoints.cartCount, {}, { token: one.token })).body.data).toBe(0)
    expect((await order(shop(), one, body.data.token)).status).toBe(404)
    const created = await order(shop(), one, body.data.token, recipient)
    expect(await details(shop(), one, created.body.data.order_token)).toMatchObject({
      gift_order: true,
      gift_details: { first_name: 'Mira' },
    })
  })
})
