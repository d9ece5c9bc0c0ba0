import { expect, type Page } from '@playwright/test'
import { GIVER, giftMail, MESSAGE } from './gifts.ts'
import { payByCalls } from './orders.ts'
import { freshEmail, sentTo } from './personas.ts'

/** A gift of a guest, paid through the sandbox by the calls that the pages make; `more`: how it is sent. */
async function give(page: Page, variant: number, more: object) {
  const ask = async (path: string, data: object, token?: string) => {
    const headers = { authorization: token ? `Gift ${token}` : 'Guest guest-subscription' }
    const reply = await page.request.post(path, { data, headers })
    expect(reply.ok(), `${path} ${await reply.text()}`).toBe(true)
    return reply.json()
  }
  const person = {
    first_name: GIVER.en.first,
    last_name: GIVER.en.last,
    mobile: GIVER.en.mobile,
    country: 'IN',
    email: freshEmail(),
  }
  const { token } = await ask('/api/add-gifting-user/', { ...person, state: 'MH' })
  const line = { variant, quantity: 1, data: null }
  const { data: cart } = await ask('/api/cart/', { email: '', gift_cart: true, cart_lines: [line] }, token)
  const to = { ...person, email: freshEmail(), message: MESSAGE, ...more }
  const { data: order } = await ask(
    '/api/v1/orders/',
    { ...to, order_currency: '2', gift_order: true, cart_token: cart.token },
    token,
  )
  await payByCalls(page, `Gift ${token}`, order.order_token, 'payu', 'success')
  return { giver: person.email, recipient: to.email }
}

/** The mail that came to the recipient. */
export async function giveByMail(page: Page, variant: number) {
  const { recipient } = await give(page, variant, {})
  return { ...(await giftMail(page, recipient)), recipient }
}

/** Where the mail of the giver leads, for a gift of a later day. */
export async function giveLater(page: Page, variant: number, more: object): Promise<string> {
  const { giver } = await give(page, variant, more)
  const { body } = await sentTo(page, giver)
  const { pathname, hash } = new URL(/https?:\S+/.exec(body)?.[0] ?? '')
  return pathname + hash
}
