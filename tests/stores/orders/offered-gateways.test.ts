import { expect, it } from 'vitest'
import type { Cart } from '#contract/cart.ts'
import { PayBy } from '#islands/payments/PayBy.tsx'
import { buyer, cartOf, fillCart } from '../../api/support/cart.ts'
import { shopWithGateways } from '../../api/support/payments.ts'
import { drawn, groups } from '../support/drawn.ts'

const shop = shopWithGateways()
const messages = groups('en', 'payments.method', 'renewals.consent')
const GATEWAYS = ['payu', 'ccavenue', 'paypal'] as const
type Gateway = (typeof GATEWAYS)[number]
const WORDS = ['PayU', 'CCAvenue', 'PayPal', 'Payments are not open in this shop yet'] as const

/** What a buyer of this country reads where the shop has these gateways. */
async function offered(country: string, configured: readonly Gateway[]): Promise<string[]> {
  const { context } = shop()
  const whole = context.payments
  const who = await buyer(shop(), country === 'IN' ? {} : { country })
  await fillCart(shop(), who, 'chhava')
  context.payments = Object.fromEntries(
    Object.entries(whole).filter(([name]) => configured.some((one) => one === name)),
  )
  const cart = (await cartOf(shop(), who)) as Cart
  context.payments = whole
  expect(cart.gateways).toEqual(configured)
  const html = drawn(PayBy, { cart, locale: 'en', messages })
  return WORDS.filter((word) => html.includes(word))
}

it('[SI-1] [CK-1] offers the gateways that are configured for the currency, and says when there is none', async () => {
  expect(await offered('IN', GATEWAYS)).toEqual(['PayU', 'CCAvenue'])
  expect(await offered('IN', ['payu', 'paypal'])).toEqual(['PayU'])
  expect(await offered('IN', ['ccavenue'])).toEqual(['CCAvenue'])
  expect(await offered('US', GATEWAYS)).toEqual(['PayPal'])
  for (const [country, others] of [
    ['IN', ['paypal']],
    ['US', ['payu', 'ccavenue']],
    ['IN', []],
  ] as const)
    expect(await offered(country, others)).toEqual(['Payments are not open in this shop yet'])
})
