import { expect, it } from 'vitest'
import { call } from '#client/browser-call.ts'
import { myProfile } from '#contract/accounts/profile.ts'
import { signOut } from '#stores/accounts/sign-out.ts'
import { $session } from '#stores/accounts/session.ts'
import { buyer } from '../../api/support/cart.ts'
import { useShop } from '../../api/support/shop.ts'
import { beListener } from '../support/session.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop()
const network = useNetwork(shop)

it('[SH-14] logging out aborts what still waits for its reply, so that the server refuses nothing', async () => {
  await beListener(await buyer(shop()))
  let release = (): void => undefined
  network.troubles = { '/my-profile/': { until: new Promise<void>((done) => (release = done)) } }
  const waiting = call(myProfile, {})
  await expect.poll(() => network.requests.some(({ path }) => path.endsWith('/my-profile/'))).toBe(true)
  await signOut()
  expect($session.get().state).toBe('out')
  release()
  expect(await waiting).toEqual({ ok: false, fault: 'offline' })
})
