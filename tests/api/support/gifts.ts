import { endpoints } from '#contract/http/endpoints.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { variantOf } from './cart.ts'
import { sendForm, type Part } from './forms.ts'
import { decide, postForm, visit, type Gateways } from './payments.ts'
import { ask } from './personas.ts'
import type { TestShop } from './shop.ts'

type Shop = TestShop & Gateways
const GUEST = { email: 'giver@x.test', first_name: 'Asha', last_name: 'Rao', country: 'IN', mobile: '9876500000' }
let requests = 0

/** A call of a guest who gives, each from a network of its own. */
export async function asGuest({ app }: TestShop, row: Endpoint, input: object, authorization: string) {
  requests += 1
  const reply = await app.inject({
    method: row.method,
    url: row.path.replace(':token', String(Object(input).token)),
    ...(row.method !== 'GET' && {
      payload: row.path.includes(':token') ? { ...input, token: undefined } : input,
    }),
    headers: { authorization },
    remoteAddress: `10.11.${requests % 200}.1`,
  })
  return { status: reply.statusCode, body: reply.json() }
}

export async function guestGiver(shop: Shop, more: object = {}): Promise<string> {
  const { token } = (await ask(shop, endpoints.addGiftingUser, { ...GUEST, state: 'MH', ...more })).body
  return `Gift ${token}`
}

/** An order of titles that a guest gives. */
export async function giftOrder(shop: Shop, gift: string, more: object = {}, keys = ['chhava']) {
  const variants = await Promise.all(keys.map((key) => variantOf(shop, 'products', key)))
  const lines = { email: '', gift_cart: true, cart_lines: variants.map((variant) => ({ variant, quantity: 1 })) }
  const cart = await asGuest(shop, endpoints.addToCart, lines, gift)
  const wanted = {
    ...{ email: 'niece@x.test', first_name: 'Mira', last_name: 'Rao', message: 'Well done', country: 'IN' },
    ...{ mobile: '9876511111', gift_order: true, order_currency: '2', cart_token: cart.body.data.token },
    ...more,
  }
  const { body } = await asGuest(shop, endpoints.createOrder, wanted, gift)
  return { body, token: body.data?.order_token as string }
}

export async function payGift(shop: Shop, gift: string, token: string): Promise<void> {
  const { form } = (await asGuest(shop, endpoints.payuCheckout, { token }, gift)).body
  await visit(shop, form.action, form.fields)
  await postForm(shop, '/api/payment/payu/return', payuAnswer(decide(shop, 'payu', form.fields.txnid, 'paid')))
}

/** A paid gift of a guest, with the code of its link. */
export async function paidGift(shop: Shop, more: object = {}, giver: object = {}, keys?: string[]) {
  const gift = await guestGiver(shop, giver)
  const { token } = await giftOrder(shop, gift, more, keys)
  await payGift(shop, gift, token)
  const given = () => asGuest(shop, endpoints.givenGift, { token }, gift)
  return { gift, token, given, code: (await given()).body.data.code as string }
}

/** Moments of a gift as they are stored: the token of a guest lives for a day. */
export async function momentsOf({ db }: TestShop, token: string) {
  const [gift] = await db.query<Record<'sent_at' | 'opened_at' | 'redeemed_at', Date | null>>(
    'select g.sent_at, g.opened_at, g.redeemed_at from gifts g join orders o on o.id = g.order_id where o.token = $1',
    [token],
  )
  return gift
}

export const voicePart = (bytes: Uint8Array | string, file = 'voice.webm'): Part => ({ name: 'voice', file, bytes })
export const sendVoice = (shop: TestShop, gift: string, parts: Part[] | Buffer) =>
  sendForm(shop, endpoints.sendGiftVoice, parts, { headers: { authorization: gift } })
