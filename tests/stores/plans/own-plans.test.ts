import { expect, it } from 'vitest'
import { ownPlans } from '#stores/plans/own-plans.ts'
import { signedIn, subscribe } from '../../api/support/listening.ts'
import { idOf, useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop()
useNetwork(shop)

async function plansOf(...plans: [string, [number, number]][]) {
  const listener = await signedIn(shop())
  for (const [key, days] of plans) await subscribe(shop(), listener, key, days)
  await beListener({ ...listener, email: 'asha@x.test' })
  return ownPlans()
}

it('[SB-2] the own plan has its last day, and another plan starts after the last of them', async () => {
  const [month, year] = [await idOf(shop(), 'plans', 'plan-30'), await idOf(shop(), 'plans', 'plan-365')]
  expect(await plansOf()).toEqual({ until: new Map(), nextStart: undefined, isPending: false })
  expect(await plansOf(['plan-30', [-60, -30]])).toEqual({ until: new Map(), nextStart: undefined, isPending: false })
  expect(await plansOf(['plan-30', [-10, 20]], ['plan-365', [20, 385]], ['plan-30', [385, 415]])).toEqual({
    until: new Map([
      [month, '2028-01-10'],
      [year, '2027-12-11'],
    ]),
    nextStart: '2028-01-10',
    isPending: false,
  })
})
