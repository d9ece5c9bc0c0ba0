import { expect, it } from 'vitest'
import {
  $adding,
  $entitlements,
  $entitlementsFailed,
  addTitle,
  loadEntitlements,
} from '#stores/listening/entitlements.ts'
import { endSession } from '#stores/accounts/session.ts'
import { buyer } from '../../api/support/cart.ts'
import { idOf, useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop()
const network = useNetwork(shop)
/** Replies to these calls wait until it is called. */
function hold(path: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  network.troubles = { [path]: { until: promise } }
  return resolve
}
const asked = (path: string) => network.requests.filter((request) => request.path.endsWith(path)).length

it('[PD-3] an answer about a title that was left meanwhile changes nothing on the page of the next', async () => {
  await beListener(await buyer(shop()))
  const [left, next] = [await idOf(shop(), 'products', 'kid-1'), await idOf(shop(), 'products', 'kid-2')]
  const release = hold('/title-access/')
  const late = loadEntitlements(left)
  await expect.poll(() => asked('/title-access/')).toBe(1)
  network.troubles = {}
  await loadEntitlements(next)
  release()
  await late
  expect($entitlements.get()?.product_id).toBe(next)
})

it('[PD-3] what is added on a page that was left is not announced on the next', async () => {
  await beListener(await buyer(shop()))
  const [left, next] = [await idOf(shop(), 'products', 'kid-3'), await idOf(shop(), 'products', 'kid-4')]
  await loadEntitlements(left)
  const release = hold('/add-to-library/')
  const adding = addTitle(left)
  await expect.poll(() => asked('/add-to-library/')).toBe(1)
  network.troubles = {}
  await loadEntitlements(next)
  release()
  await adding
  expect($adding.get()).toEqual({ state: 'idle' })
  expect($entitlements.get()?.product_id).toBe(next)
})

it('[PD-3] the rights of a listener who left are not those of the next, also when the next cannot ask for theirs', async () => {
  const [one, other, title] = [await buyer(shop()), await buyer(shop()), await idOf(shop(), 'products', 'kid-1')]
  await beListener(one)
  await loadEntitlements(title)
  expect($entitlements.get()?.product_id).toBe(title)
  await beListener(other)
  network.troubles['/title-access/'] = 'cut'
  await loadEntitlements(title)
  expect([$entitlements.get(), $entitlementsFailed.get()]).toEqual([undefined, true])
  endSession()
  expect($entitlementsFailed.get()).toBe(false)
})

it('[PD-3] an answer for a listener who left changes nothing for the next on the same page', async () => {
  const [one, other, title] = [await buyer(shop()), await buyer(shop()), await idOf(shop(), 'products', 'kid-1')]
  await beListener(one)
  const release = hold('/title-access/')
  const late = loadEntitlements(title)
  await expect.poll(() => asked('/title-access/')).toBe(1)
  await beListener(other)
  network.troubles = { '/title-access/': 'cut' }
  await loadEntitlements(title)
  release()
  await late
  expect($entitlements.get()).toBeUndefined()
})
