import { beforeEach, expect, it } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { $orders, $repayQuestion, answerRepay, loadOrders, orderAction, payNow, repay } from '#stores/orders/orders.ts'
import { buyer, fillCart, type Buyer } from '../../api/support/cart.ts'
import { answer, gift, redeem } from '../../api/support/money.ts'
import { beginPayu, order, shopWithGateways } from '../../api/support/payments.ts'
import { beListener } from '../support/session.ts'
import { useNetwork } from '../support/network.ts'

const shop = shopWithGateways()
const network = useNetwork(shop)
let listener: Buyer
beforeEach(async () => {
  listener = await buyer(shop())
  await beListener(listener)
})

/** An order whose payment failed, as the list shows it. */
async function failed(...keys: string[]): Promise<Order> {
  const { body } = await order(shop(), listener, await fillCart(shop(), listener, ...keys))
  await answer(shop(), await beginPayu(shop(), listener, body.data.order_token), 'failed')
  return newest()
}
async function newest(): Promise<Order> {
  await loadOrders()
  const now = $orders.get()
  const [first] = now.state === 'ready' ? now.orders : []
  if (!first) throw new Error(now.state)
  return first
}
const asked = () => network.requests.filter(({ path }) => path.endsWith('/regenerate-order/')).length

it('[MO-1] a re-payment beside a running plan asks first, and pays only after "Buy again"', async () => {
  const first = await failed('plan-30')
  await redeem(shop(), listener, (await gift(shop(), 'plan-30')).code)
  expect(await repay(first)).toBeUndefined()
  expect($repayQuestion.get()).toMatchObject({ order: { id: first.id }, question: { plan: { is_gift: true } } })
  expect(orderAction.$pendingAction.get()).toEqual({ state: 'idle' })
  const before = asked()
  expect([await answerRepay(false), $repayQuestion.get(), asked()]).toEqual([undefined, undefined, before])
  await repay(first)
  expect(await answerRepay(true)).toEqual({ to: 'payment' })
  expect($repayQuestion.get()).toBeUndefined()
})

it('[MO-1] an open order of what a gift has brought is refused before the gateway, with its reason', async () => {
  const cart = await fillCart(shop(), listener, 'chhava')
  await order(shop(), listener, cart)
  const open = await newest()
  await redeem(shop(), listener, (await gift(shop(), 'chhava')).code)
  expect(await payNow(open)).toBeUndefined()
  expect(orderAction.$pendingAction.get()).toMatchObject({ state: 'failed', fault: 'alreadyOwned' })
})
