import { expect, it } from 'vitest'
import { $labProgress, loadLabProgress } from '#stores/courses/lab-progress.ts'
import { endSession } from '#stores/accounts/session.ts'
import { buyer } from '../../api/support/cart.ts'
import { idOf, useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop()
const network = useNetwork(shop)
const WHOLE = '/audio-type-completion/language-lab/'
const asked = () => network.requests.filter(({ path }) => path.endsWith(WHOLE)).length

it('[LL-1] the progress of a listener who left is not that of the next, also when its answer is late', async () => {
  const ids = [await idOf(shop(), 'products', 'kid-1')]
  await beListener(await buyer(shop()))
  await loadLabProgress(ids)
  expect($labProgress.get().state).toBe('known')
  const { promise, resolve } = Promise.withResolvers<void>()
  network.troubles[WHOLE] = { until: promise }
  const late = loadLabProgress(ids)
  await expect.poll(asked).toBe(2)
  endSession()
  expect($labProgress.get()).toEqual({ state: 'unknown' })
  resolve()
  await late
  expect($labProgress.get()).toEqual({ state: 'unknown' })
})
