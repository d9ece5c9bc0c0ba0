import { expect, it, vi } from 'vitest'
import { call } from '#client/browser-call.ts'
import { myProfile } from '#contract/accounts/profile.ts'
import { storageKeys } from '#contract/storage.ts'
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

/** What stays for the next listener if nobody clears it: the scripts that wrote it are not loaded. */
const TYPED = [
  ...[storageKeys.auditionDraft, storageKeys.profileDraft, storageKeys.payment, storageKeys.socialSignIn],
  ...[storageKeys.giftDraft, storageKeys.giftVoice, storageKeys.giftCode, storageKeys.giverToken],
  storageKeys.sleepTimer,
]
const inTab = () => TYPED.flatMap((key) => sessionStorage.getItem(key) ?? [])
const typeEverything = () => TYPED.forEach((key) => sessionStorage.setItem(key, 'typed'))

it('[SI-9] logging out empties the tab, and a log-out of another tab does too', async () => {
  await beListener(await buyer(shop()))
  typeEverything()
  await signOut()
  expect(inTab()).toEqual([])
  await beListener(await buyer(shop()))
  typeEverything()
  const other = new BroadcastChannel('shop')
  other.postMessage('signedOut')
  await vi.waitFor(() => expect(inTab()).toEqual([]))
  other.close()
})
