import { endpoints } from '#contract/http/endpoints.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { ask, makeListener } from './personas.ts'
import type { TestShop } from './shop.ts'

export type Buyer = { id: number; token: string; email: string }

let created = 0

/** A listener with a complete profile, in Maharashtra by default. */
export async function buyer(shop: TestShop, home: { country?: string; state?: string } = {}): Promise<Buyer> {
  const email = `buyer${(created += 1)}@x.test`
  const id = await makeListener(shop, email)
  await shop.db.query('update users set country = $2, state = $3 where id = $1', [
    id,
    home.country ?? 'IN',
    home.state ?? (home.country ? '' : 'MH'),
  ])
  return { id, email, token: await openSession(shop.context, id) }
}

export async function variantOf({ db }: TestShop, table: 'plans' | 'products', key: string): Promise<number> {
  const [row] = await db.query<{ variant: number }>(`select variant from ${table} where key = $1`, [key])
  if (!row) throw new Error(`no ${table} ${key}`)
  return row.variant
}

const DISCOUNT_FIELDS = { email: '', discount_amount: '0', discount_amount_inr: '0' }
type From = { token: string }

export const addTo = async (shop: TestShop, { token }: From, variant: number, more: object = {}) =>
  ask(
    shop,
    endpoints.addToCart,
    { ...DISCOUNT_FIELDS, gift_cart: false, cart_lines: [{ variant, quantity: 1 }], ...more },
    { token },
  )

export const removeFrom = async (shop: TestShop, from: From, cart: string, variant: number, more: object = {}) =>
  ask(
    shop,
    endpoints.removeFromCart,
    { ...DISCOUNT_FIELDS, gift_cart: false, token: cart, cart_lines: [{ variant, quantity: 0 }], ...more },
    { token: from.token },
  )

export async function cartOf(shop: TestShop, { token }: From, isGift = false) {
  const response = await shop.app.inject({
    url: `${endpoints.cartDetails.path}?gift_cart=${isGift}`,
    headers: { authorization: `Token ${token}` },
  })
  return response.json().data[0]
}

/** A cart with the titles or plans of these keys; its token. */
export async function fillCart(shop: TestShop, from: From, ...keys: string[]): Promise<string> {
  let token = ''
  for (const key of keys) {
    const { body } = await addTo(shop, from, await variantOf(shop, key.startsWith('plan') ? 'plans' : 'products', key))
    token = body.data.token
  }
  return token
}

export const coupon = (shop: TestShop, { token }: From, cart: string, code: string, address?: string) =>
  ask(shop, endpoints.applyCoupon, { token: cart, voucher_code: code }, { token, address })
