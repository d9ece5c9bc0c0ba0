import { expect } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { returnedBy } from '../../../src/server/adapters/payment/sandbox.ts'
import type { SandboxState } from '../../../src/server/adapters/payment/sandbox.ts'
import { addTo, buyer, variantOf, type Buyer } from './cart.ts'
import { beginPayu, decide, order, postForm, type Gateways } from './payments.ts'
import { ask, sentTo } from './personas.ts'
import type { TestShop } from './shop.ts'

export type PaymentShop = TestShop & Gateways

/** The bank decides about a payment at PayU, and its webhook arrives. */
export const answer = (shop: PaymentShop, key: string, state: SandboxState) =>
  postForm(shop, '/api/payment/payu/webhook', payuAnswer(decide(shop, 'payu', key, state)))

/** The titles that a listener owns, with how. */
export async function owned({ db }: TestShop, { id }: Buyer): Promise<Record<string, string>> {
  const rows = await db.query<{ key: string; how: string }>(
    `select p.key, e.how from library_entries e join products p on p.id = e.product_id where e.user_id = $1 and e.how in ('purchase', 'gift') order by p.key`,
    [id],
  )
  return Object.fromEntries(rows.map(({ key, how }) => [key, how]))
}

/** Minor units that PayU gave back of a payment. */
export function returnedAt(shop: PaymentShop, key: string): number {
  const payment = shop.sandbox.find('payu', key)
  return payment ? returnedBy(payment) : 0
}

/** Somebody pays for a gift of one title or plan; gives its code and its order. */
export async function gift(shop: PaymentShop, key: string): Promise<{ code: string; token: string; payment: string }> {
  const giver = await buyer(shop)
  const to = `friend${giver.id}@x.test`
  const variant = await variantOf(shop, key.startsWith('plan') ? 'plans' : 'products', key)
  const { body } = await addTo(shop, giver, variant, { gift_cart: true })
  const friend = { gift_order: true, email: to, message: 'For you' }
  const created = await order(shop, giver, body.data.token, friend)
  const token: string = created.body.data.order_token
  const payment = await beginPayu(shop, giver, token)
  await answer(shop, payment, 'paid')
  const mail = (await sentTo(shop, to)).at(-1)
  const [code = ''] = /(?:[2-9A-Z]{5}-){3}[2-9A-Z]{5}/.exec(mail?.body ?? '') ?? []
  expect(code).not.toBe('')
  return { code, token, payment }
}

export const redeem = async (shop: TestShop, { token }: Buyer, code: string) =>
  (await ask(shop, endpoints.redeemGift, { code }, { token })).body

export const payuCheckout = async (shop: TestShop, { token: session }: Buyer, token: string) =>
  (await ask(shop, endpoints.payuCheckout, { token }, { token: session })).body

/** Two orders that share X, each with an open form of PayU: A for X, and B for X and Y. */
export async function twoForms(shop: PaymentShop, x = 'chhava', y = 'vyakti') {
  const one = await buyer(shop)
  const add = async (key: string) =>
    (await addTo(shop, one, await variantOf(shop, key.startsWith('plan') ? 'plans' : 'products', key))).body.data.token
  const make = async (cart: string) => (await order(shop, one, cart)).body.data.order_token as string
  const a = await make(await add(x))
  const keyA = await beginPayu(shop, one, a)
  const b = await make(await add(y))
  const keyB = await beginPayu(shop, one, b)
  return { one, a, b, keyA, keyB }
}
