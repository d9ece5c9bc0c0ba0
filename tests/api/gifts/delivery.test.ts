import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { sendDueGifts } from '../../../src/server/gifts/send-gift.ts'
import { buyer, variantOf } from '../support/cart.ts'
import { ask, sentTo } from '../support/personas.ts'
import { decide, shopWithGateways, postForm, visit } from '../support/payments.ts'

const shop = shopWithGateways()
const guest = { email: 'giver@x.test', first_name: 'Asha', last_name: 'Rao', country: 'IN', mobile: '9876500000' }
let requests = 0

function send(row: Endpoint, input: object, authorization: string) {
  requests += 1
  return shop().app.inject({
    method: row.method,
    url: row.path.replace(':token', String(Object(input).token)),
    ...(row.method !== 'GET' && { payload: input }),
    headers: { authorization },
    remoteAddress: `10.9.0.${requests % 250}`,
  })
}

/** An order of a guest; the reply. */
async function giftOrder(more: object) {
  const { token } = (await ask(shop(), endpoints.addGiftingUser, { ...guest, state: 'MH' })).body
  const gift = `Gift ${token}`
  const variant = await variantOf(shop(), 'plans', 'plan-30')
  const cart = await send(
    endpoints.addToCart,
    { email: '', gift_cart: true, cart_lines: [{ variant, quantity: 1 }] },
    gift,
  )
  const wanted = {
    ...{ email: 'niece@x.test', first_name: 'Mira', last_name: 'Rao', message: 'Well done', country: 'IN' },
    ...{ mobile: '9876511111', gift_order: true, order_currency: '2', cart_token: cart.json().data.token },
    ...more,
  }
  const reply = (await send(endpoints.createOrder, wanted, gift)).json()
  return { gift, reply, order: reply.data?.order_token as string }
}

async function pay({ gift, order }: { gift: string; order: string }): Promise<void> {
  const { form } = (await send(endpoints.payuCheckout, { token: order }, gift)).json()
  await visit(shop(), form.action, form.fields)
  await postForm(shop(), '/api/payment/payu/return', payuAnswer(decide(shop(), 'payu', form.fields.txnid, 'paid')))
}

describe('the recipient of a gift', () => {
  it.each([
    ['GB', '07911 123456', '7911123456'],
    ['SG', '8123 4567', '81234567'],
    ['IN', '+91 98765 11111', '9876511111'],
  ])('[GI-1] has the number of their country: %s %s', async (country, mobile, stored) => {
    const { reply } = await giftOrder({ country, mobile: mobile.replaceAll(' ', '') })
    expect(reply).toMatchObject({ status: true })
    const [gift] = await shop().db.query('select mobile from gifts order by order_id desc limit 1')
    expect(gift?.['mobile']).toBe(stored)
  })

  it('[GI-1] is refused with a number that their country does not have', async () => {
    expect((await giftOrder({ country: 'GB', mobile: '9876511111' })).reply).toMatchObject({
      fault: 'badInput',
      fields: { mobile: 'giftMobile' },
    })
    const { body } = await ask(shop(), endpoints.addGiftingUser, { ...guest, country: 'US', mobile: '12345' })
    expect(body).toMatchObject({ fault: 'badInput', fields: { mobile: 'giftMobile' } })
  })
})

describe('the day of a gift', () => {
  it('[GI-2] is kept: nothing goes to the recipient before it, and the code on it, once', async () => {
    const order = await giftOrder({ email: 'later@x.test', deliver_on: '2026-12-05' })
    await pay(order)
    const details = async () => {
      const reply = await send(endpoints.orderDetails, { token: order.order }, order.gift)
      return reply.json().data?.[0]?.gift_details
    }
    expect(await details()).toMatchObject({ deliver_on: '2026-12-05', is_sent: false })
    const [mail] = await sentTo(shop(), guest.email)
    expect(mail?.subject).toBe('Your gift for Mira goes out on 5 December 2026')
    for (const early of ['2026-12-04T23:00:00Z', '2026-12-05T02:00:00Z']) {
      shop().clock.now = new Date(early)
      await sendDueGifts(shop().context)
    }
    expect(await sentTo(shop(), 'later@x.test')).toEqual([])
    shop().clock.now = new Date('2026-12-05T03:00:00Z')
    await Promise.all([sendDueGifts(shop().context), sendDueGifts(shop().context)])
    const mails = await sentTo(shop(), 'later@x.test')
    expect(mails).toHaveLength(1)
    const code = /code is ([0-9A-Z-]{23})/.exec(mails[0]?.body ?? '')?.[1] ?? ''
    const niece = await buyer(shop())
    expect((await ask(shop(), endpoints.redeemGift, { code }, { token: niece.token })).status).toBe(200)
  })

  it('[GI-2] is not sent when it was refunded before', async () => {
    const order = await giftOrder({ email: 'refunded@x.test', deliver_on: '2026-12-20' })
    await pay(order)
    await shop().db.query(`update orders set status = 'refunded' where token = $1`, [order.order])
    shop().clock.now = new Date('2026-12-21T12:00:00Z')
    await sendDueGifts(shop().context)
    expect(await sentTo(shop(), 'refunded@x.test')).toEqual([])
  })

  it.each(['2026-12-01', '2028-01-01', '2027-02-30', 'soon'])('[GI-1] refuses %s', async (deliver_on) => {
    expect((await giftOrder({ deliver_on })).reply).toMatchObject({ fault: 'badInput' })
  })
})

describe('the link in the mail to a guest who gave', () => {
  it('[GI-2] [OR-3] opens order and invoice by its fragment alone, and changes nothing', async () => {
    const order = await giftOrder({ email: 'linked@x.test' })
    await pay(order)
    const mails = await sentTo(shop(), guest.email)
    const link = mails.map(({ body }) => body).find((body) => body.includes(order.order)) ?? ''
    const token = /#(L\d+_\d+_[\w-]{43})\s/.exec(link)?.[1] ?? ''
    const authorization = `Gift ${token}`
    const opened = await send(endpoints.orderDetails, { token: order.order }, authorization)
    expect(opened.json().data?.[0]).toMatchObject({ payment: 'paid', gift_details: { email: 'linked@x.test' } })
    expect((await send(endpoints.invoice, { token: order.order }, authorization)).json()).toMatchObject({
      status: true,
    })
    const variant = await variantOf(shop(), 'plans', 'plan-30')
    const added = await send(endpoints.addToCart, { email: '', cart_lines: [{ variant, quantity: 1 }] }, authorization)
    expect(added.statusCode).toBe(401)
    const other = await giftOrder({ email: 'other@x.test' })
    expect((await send(endpoints.orderDetails, { token: other.order }, authorization)).statusCode).toBe(404)
    const otherSignature = token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
    for (const forged of [token.replace(/^L\d+/, 'L1'), token.replace(/_\d+_/, '_99999_'), otherSignature])
      expect((await send(endpoints.orderDetails, { token: order.order }, `Gift ${forged}`)).statusCode).toBe(401)
    shop().clock.now = new Date(shop().clock.now.getTime() + 410 * 86_400_000)
    expect((await send(endpoints.orderDetails, { token: order.order }, authorization)).statusCode).toBe(401)
  })
})
