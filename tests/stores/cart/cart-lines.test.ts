import { expect, it } from 'vitest'
import { SummaryLines } from '#islands/cart/SummaryLines.tsx'
import { cart } from '#stores/cart/cart.ts'
import { $cartCount, countCart } from '#stores/cart/cart-count.ts'
import { buyer, fillCart, type Buyer } from '../../api/support/cart.ts'
import { subscribe } from '../../api/support/listening.ts'
import { answer } from '../../api/support/money.ts'
import { beginPayu, order, shopWithGateways } from '../../api/support/payments.ts'
import { drawn, groups } from '../support/drawn.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = shopWithGateways()
const network = useNetwork(shop)

/** What the checkout shows of the cart, without its markup. */
async function shown(who: Buyer, locale: 'en' | 'mr' = 'en'): Promise<string> {
  await beListener(who)
  await cart.load()
  const now = cart.$cart.get()
  if (now.state !== 'ready' || !now.cart) throw new Error(now.state)
  const messages = groups(locale, 'orders.summary', 'cart.line', 'form.failure')
  const html = drawn(SummaryLines, { cartStore: cart, cart: now.cart, locale, messages, isFixed: false })
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

it('[CA-3] a count that was asked for before the cart came changes nothing after it', async () => {
  const one = await buyer(shop())
  await beListener(one)
  const { promise, resolve } = Promise.withResolvers<void>()
  const counts = () => network.requests.filter(({ path, body }) => path.endsWith('/api/cart/') && body === undefined)
  network.troubles = { '/api/cart/': { until: promise, status: 200, body: '{"status":true,"data":0}' } }
  const late = countCart()
  await expect.poll(() => counts().length).toBe(1)
  network.troubles = {}
  await fillCart(shop(), one, 'kid-5')
  await cart.load()
  expect($cartCount.get()).toBe(1)
  resolve()
  await late
  expect($cartCount.get()).toBe(1)
})

it('[CA-1] a plan beside a running one says on which day it starts', async () => {
  const one = await buyer(shop())
  await subscribe(shop(), one, 'plan-30', [-10, 102])
  await fillCart(shop(), one, 'plan-30')
  expect(await shown(one)).toContain('Starts on 3rd Mar 2027, after your present plan')
  expect(await shown(one, 'mr')).toContain('आताची सदस्यता संपल्यावर, ३ मार्च २०२७ रोजी सुरू होईल')
})

it('[CA-1] a title that the plan in the cart covers says so, and offers to leave', async () => {
  const one = await buyer(shop())
  await fillCart(shop(), one, 'chhava')
  expect(await shown(one)).not.toContain('covers this title')
  await fillCart(shop(), one, 'plan-30')
  expect(await shown(one)).toContain('The plan in your basket covers this title. Take it out')
})

it('[SH-17] a line shows what is paid, and beneath it what it is made of; abroad one amount', async () => {
  const one = await buyer(shop())
  await fillCart(shop(), one, 'chhava')
  expect(await shown(one)).toContain('₹234.82 ₹199.00 + ₹35.82 GST')
  const abroad = await buyer(shop(), { country: 'US' })
  await fillCart(shop(), abroad, 'chhava')
  expect(await shown(abroad)).toMatch(/\$4\.99(?! \$)/)
})

it('[SH-7] the count leaves out what is being paid for, and the line says so', async () => {
  const one = await buyer(shop())
  const { body } = await order(shop(), one, await fillCart(shop(), one, 'vyakti'))
  const key = await beginPayu(shop(), one, body.data.order_token)
  await shown(one)
  expect($cartCount.get()).toBe(1)
  await answer(shop(), key, 'pending')
  expect(await shown(one)).toContain('Your payment for this is under way')
  expect($cartCount.get()).toBe(0)
})
