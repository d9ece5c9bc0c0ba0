import { expect, it, vi } from 'vitest'
import { storageKeys } from '#contract/storage.ts'
import { comeFromProvider, goToProvider } from '#stores/accounts/social-sign-in.ts'
import { $notice } from '#stores/accounts/sign-in.ts'
import { useShop } from '../../api/support/shop.ts'
import { refusal, useNetwork } from '../support/network.ts'

const shop = useShop('empty')
const network = useNetwork(shop)

it('[SI-1] a provider that the shop does not offer shows a message', async () => {
  expect(await goToProvider('google')).toBe(false)
  expect($notice.get()).toEqual({ code: 'notServed' })
})

it('[SI-1] a provider that cannot be loaded shows a message', async () => {
  network.troubles['/login/providers/'] = 'cut'
  expect(await goToProvider('facebook')).toBe(false)
  expect($notice.get()).toEqual({ code: 'offline' })
})

it('[SI-2] an answer that cannot be verified now shows how long to wait', async () => {
  sessionStorage.setItem(
    storageKeys.socialSignIn,
    JSON.stringify({ provider: 'google', state: 's', nonce: 'n', redirect: 'https://shop.test/sign-in/' }),
  )
  vi.stubGlobal('location', new URL('https://shop.test/sign-in/#state=s&id_token=t'))
  vi.stubGlobal('history', { state: null, replaceState: () => undefined })
  network.troubles['/api/v1/login/'] = refusal(429, 'tooMany', { seconds: 290 })
  expect(await comeFromProvider()).toBe(false)
  expect($notice.get()).toEqual({ code: 'tooMany', seconds: 290 })
})
