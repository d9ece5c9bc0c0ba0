import type { Page } from '@playwright/test'
import { beSignedIn, freshEmail, freshMobile, linkIn, PASSWORD } from './personas.ts'
import { expect } from './test.ts'

type Address = { country: string; state: string }
export const MAHARASHTRA: Address = { country: 'IN', state: 'MH' }
export const KARNATAKA: Address = { country: 'IN', state: 'KA' }
export const OVERSEAS: Address = { country: 'US', state: '' }

export type Buyer = { email: string; token: string }

/** A listener of their own who lives there, with a whole profile, an empty basket and nothing bought; signed in on the page. */
export async function beBuyer(page: Page, { country, state }: Address = MAHARASHTRA): Promise<Buyer> {
  const email = freshEmail()
  await page.request.post('/api/register-email/', { data: { email } })
  const link = (await linkIn(page, email)).split('/')[2]
  const account = {
    email,
    token: link,
    password: PASSWORD,
    country,
    state,
    // A number with its code is one in every country.
    mobile: `+91${freshMobile()}`,
    newsletter_subscribed: false,
  }
  const reply = await page.request.post('/api/v1/register/', {
    data: { ...account, first_name: 'Asha', last_name: 'Joshi' },
  })
  expect(await reply.json()).toEqual({ status: true })
  return { email, token: await beSignedIn(page, email) }
}

type Named = { custom_translation: Record<string, { name: string }> }

/** A plan of the demo by its days. */
export async function planOf(page: Page, days: number): Promise<{ variant: number; name: string }> {
  const reply = await page.request.get('/api/subscription-list/', {
    headers: { authorization: 'Guest guest-subscription' },
  })
  const { data } = (await reply.json()) as {
    data: (Named & { variant: number; subscription_duration: number; can_purchase: boolean })[]
  }
  const plan = data.find((one) => one.subscription_duration === days && one.can_purchase)
  if (!plan) throw new Error(`the demo has no plan of ${days} days`)
  return { variant: plan.variant, name: plan.custom_translation['en']?.name ?? '' }
}

type Title = Named & { id: number; variant: number; product_slug: string }

/** A title of the demo that is sold by itself. */
export async function soldTitle(page: Page, id: number): Promise<Title> {
  const reply = await page.request.get(`/api/v2/product-details/${id}/`, {
    headers: { authorization: 'Guest guest-product' },
  })
  const { product_details: found } = (await reply.json()) as { product_details: Title[] }
  if (!found[0]) throw new Error(`the demo has no title ${id}`)
  return found[0]
}

/** Puts variants into the cart by the call that the pages make. */
export async function fillCart(page: Page, token: string, variants: readonly number[]): Promise<void> {
  for (const variant of variants) {
    const data = { email: '', gift_cart: false, cart_lines: [{ variant, quantity: 1, data: null }] }
    const reply = await page.request.post('/api/cart/', { data, headers: { authorization: `Token ${token}` } })
    expect(((await reply.json()) as { status: boolean }).status, `variant ${variant} in the cart`).toBe(true)
  }
}

export type Ending = 'success' | 'failure' | 'pending' | 'cancel' | 'tampered' | 'late' | 'twice' | 'lost'
export type Way = 'payu' | 'ccavenue' | 'paypal'

/** From the checkout page to the sandbox of the gateway. */
export async function placeOrder(page: Page, way: Way = 'payu'): Promise<void> {
  if (way !== 'paypal') await page.locator(`[name=method][value=${way}]`).check()
  await page.locator('[name=terms]').check()
  await page.locator('.checkout [type=submit]').click()
  await page.waitForURL(`**/dev/pay/${way}/**`)
}

/** How it ends there; then the browser comes back by itself. */
export async function endPayment(page: Page, ending: Ending): Promise<void> {
  await page.locator(`button[value=${ending}]`).click()
}

/** An order of this listener, made by the calls of the pages; its token. */
export async function makeOrder(
  page: Page,
  token: string,
  variants: readonly number[],
  locale = 'en',
): Promise<string> {
  await fillCart(page, token, variants)
  const headers = { authorization: `Token ${token}`, 'accept-language': locale }
  const carts = (await (await page.request.get('/api/v1/cart-details/', { headers })).json()) as {
    data: { token: string }[]
  }
  const person = {
    email: 'asha@example.test',
    first_name: 'Asha',
    last_name: 'Joshi',
    country: 'IN',
    mobile: '9876543210',
  }
  const data = { ...person, order_currency: '2', gift_order: false, cart_token: carts.data[0]?.token ?? '' }
  const reply = (await (await page.request.post('/api/v1/orders/', { data, headers })).json()) as {
    data?: { order_token: string }
  }
  if (!reply.data) throw new Error(`no order was made: ${JSON.stringify(reply)}`)
  return reply.data.order_token
}

const unescaped = (text: string) =>
  text.replace(/&(amp|quot|lt|gt|#39);/g, (_, name: string) => ({ amp: '&', quot: '"', lt: '<', gt: '>' })[name] ?? "'")

/** Fields and address of the only form of a page. */
function formIn(html: string): { action: string; form: Record<string, string> } {
  const inputs = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].filter(([, name]) => name !== 'choice')
  return {
    action: unescaped(/<form[^>]* action="([^"]*)"/.exec(html)?.[1] ?? ''),
    form: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, unescaped(value)])),
  }
}

/**
 * Pays an order by the requests that the pages and the gateway make, without the pages; gives the path of the page that the
 * shop shows then.
 */
export async function payByCalls(
  page: Page,
  authorization: string,
  order: string,
  way: Way,
  ending: Ending,
): Promise<string> {
  const { request } = page
  const headers = { authorization }
  const begun = await request.post(way === 'paypal' ? '/api/v1/paypal-checkout/' : '/api/v1/payu-checkout/', {
    data: { token: order, ...(way === 'ccavenue' && { gateway: way }) },
    headers,
  })
  const { form, address } = (await begun.json()) as {
    form: { action: string; fields: Record<string, string> } | null
    address: string | null
  }
  let shown = form
    ? await request.post(form.action, { form: form.fields })
    : await request.get(address ?? '', { headers })
  let next = formIn(await shown.text())
  // The page that the shop gives for CCAvenue submits itself.
  if (!next.action.endsWith('/choose')) {
    shown = await request.post(next.action, { form: next.form })
    next = formIn(await shown.text())
  }
  shown = await request.post(next.action, { form: { ...next.form, choice: ending }, maxRedirects: 0 })
  if (shown.status() === 200) {
    next = formIn(await shown.text())
    shown = await request.post(next.action, { form: next.form, maxRedirects: 0 })
  }
  for (let hops = 0; hops < 3; hops += 1) {
    const { pathname, search } = new URL(shown.headers()['location'] ?? '', page.url())
    if (pathname.includes('/payment-')) return pathname + search
    shown = await request.get(pathname + search, { maxRedirects: 0 })
  }
  throw new Error(`the payment ended nowhere: ${shown.url()}`)
}
