import { beforeEach, expect, it } from 'vitest'
import { $placed, billingForm, openCheckout } from '#stores/orders/checkout.ts'
import { cart } from '#stores/cart/cart.ts'
import { buyer, fillCart } from '../../api/support/cart.ts'
import { shopWithGateways } from '../../api/support/payments.ts'
import { beListener } from '../support/session.ts'
import { refusal, useNetwork } from '../support/network.ts'

const shop = shopWithGateways()
const network = useNetwork(shop)
const ORDERS = '/api/v1/orders/'

beforeEach(async () => {
  const listener = await buyer(shop())
  await fillCart(shop(), listener, 'chhava')
  await beListener(listener)
  billingForm.forget()
  await openCheckout()
  billingForm.change('method', 'payu')
  billingForm.change('terms', 'yes')
})

it.each([
  [refusal(422, 'coupon'), 'coupon'],
  [refusal(422, 'alreadyOwned'), 'alreadyOwned'],
  [refusal(422, 'emptyCart'), 'emptyCart'],
  [refusal(500, 'internal'), 'internal'],
  [refusal(429, 'tooMany', { seconds: 60 }), 'tooMany'],
  ['cut' as const, 'offline'],
])('[CK-4] an order with the reply %j shows a message, and can be placed again', async (trouble, fault) => {
  billingForm.change('last_name', 'Kulkarni')
  network.troubles[ORDERS] = trouble
  expect(await billingForm.submit()).toBe(false)
  expect(billingForm.$failure.get()).toBe(fault)
  expect(billingForm.$values.get()).toMatchObject({ last_name: 'Kulkarni', terms: 'yes', method: 'payu' })
  network.troubles = {}
  expect(await billingForm.submit()).toBe(true)
  expect($placed.get()).toEqual({ to: 'payment' })
})

it('[CK-4] an incomplete profile is shown as the reason of the refusal', async () => {
  network.troubles[ORDERS] = refusal(422, 'profileIncomplete')
  await billingForm.submit()
  expect(billingForm.$faults.get()).toEqual({ profile: 'incomplete' })
})

it('[CK-1] a gateway that does not answer shows a message, and one order is created', async () => {
  network.troubles['/api/v1/payu-checkout/'] = refusal(502, 'gateway')
  expect(await billingForm.submit()).toBe(false)
  expect(billingForm.$failure.get()).toBe('gateway')
  network.troubles = {}
  expect(await billingForm.submit()).toBe(true)
  const [row] = await shop().db.query<{ count: number }>(
    'select count(*)::int as count from orders where user_id = (select max(id) from users)',
  )
  expect(row?.count).toBe(1)
})

it('[CK-1] a name that is corrected in the profile follows, and one that was typed over it stays', async () => {
  const { first_name: first } = billingForm.$values.get()
  billingForm.change('last_name', 'Kulkarni')
  await shop().db.query(
    `update users set first_name = 'Corrected', last_name = 'Elsewhere' where id = (select max(id) from users)`,
  )
  await openCheckout()
  expect(first).not.toBe('Corrected')
  expect(billingForm.$values.get()).toMatchObject({ first_name: 'Corrected', last_name: 'Kulkarni' })
})

it('[CK-1] two presses create one order', async () => {
  expect(await Promise.all([billingForm.submit(), billingForm.submit()])).toEqual([true, false])
  expect(network.requests.filter(({ path }) => path === ORDERS)).toHaveLength(1)
})

it.each(['https://evil.test/_payment', '/api/v1/delete-account/', 'javascript:alert(1)'])(
  '[PY-1] no form is posted to %s',
  async (action) => {
    network.troubles['/api/v1/payu-checkout/'] = {
      status: 200,
      body: JSON.stringify({ status: true, kind: 'form', form: { action, fields: {} }, address: null, data: '' }),
    }
    expect(await billingForm.submit()).toBe(false)
    expect($placed.get()).toBeUndefined()
  },
)

it('[CK-1] a cart that cannot be loaded can be requested again', async () => {
  network.troubles['/cart-details/'] = refusal(500, 'internal')
  await cart.load()
  expect(cart.$cart.get().state).toBe('failed')
  network.troubles = {}
  await cart.load()
  expect(cart.$cart.get().state).toBe('ready')
})
