import { beforeEach, expect, it } from 'vitest'
import { $orders, loadMoreOrders, loadOrders, orderAction, repay } from '#stores/orders/orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { buyer, fillCart, type Buyer } from '../../api/support/cart.ts'
import { order, shopWithGateways } from '../../api/support/payments.ts'
import { closeUnpaidOrder } from '../../../src/server/orders/order-rows.ts'
import { beListener } from '../support/session.ts'
import { refusal, useNetwork } from '../support/network.ts'

const shop = shopWithGateways()
const network = useNetwork(shop)
const AGAIN = '/api/v1/order-new/regenerate-order/'
let listener: Buyer

async function canceledOrders(count: number): Promise<void> {
  const cart = await fillCart(shop(), listener, 'chhava')
  for (let left = count; left > 0; left -= 1) {
    const { body } = await order(shop(), listener, cart)
    const [createdOrder] = await shop().db.query<{ id: number }>('select id from orders where token = $1', [
      body.data.order_token,
    ])
    await closeUnpaidOrder(shop().db, createdOrder?.id ?? 0, 'cancelled')
  }
}
const list = () => {
  const now = $orders.get()
  if (now.state !== 'ready') throw new Error(now.state)
  return now
}

beforeEach(async () => {
  listener = await buyer(shop())
  await beListener(listener)
})

it('[OR-2] the list loads ten titles per page, and a failed page can be requested again', async () => {
  await canceledOrders(12)
  await loadOrders()
  expect([list().orders.length, list().count, list().more]).toEqual([10, 12, 'available'])
  network.troubles['/my-orders/'] = refusal(500, 'internal')
  await loadMoreOrders()
  expect([list().orders.length, list().more]).toEqual([10, 'failed'])
  network.troubles = {}
  await loadMoreOrders()
  expect([new Set(list().orders.map(({ id }) => id)).size, list().more]).toEqual([12, 'none'])
})

it('[OR-2] a list that cannot be loaded can be requested again', async () => {
  network.troubles['/my-orders/'] = 'cut'
  await loadOrders()
  expect($orders.get()).toEqual({ state: 'failed' })
  network.troubles = {}
  await loadOrders()
  expect(list().count).toBe(0)
})

it.each([
  [refusal(409, 'notRepayable'), 'notRepayable'],
  [refusal(409, 'alreadyOwned'), 'alreadyOwned'],
  [refusal(422, 'profileIncomplete'), 'profileIncomplete'],
  [refusal(500, 'internal'), 'internal'],
  ['cut' as const, 'offline'],
])('[OR-2] a re-payment with the reply %j shows the reason at its order', async (trouble, fault) => {
  await canceledOrders(1)
  await loadOrders()
  const canceled = list().orders[0] as Order
  network.troubles[AGAIN] = trouble
  expect(await repay(canceled)).toBeUndefined()
  expect(orderAction.$pendingAction.get()).toMatchObject({ state: 'failed', what: `repay ${canceled.id}`, fault })
  network.troubles = {}
  expect(await repay(canceled)).toEqual({ to: 'payment' })
})
