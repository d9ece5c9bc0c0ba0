import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  $isAsking,
  $isProving,
  forgetPasskeys,
  signInWithPasskey,
  suggestPasskeys,
} from '#stores/accounts/security/passkey-sign-in.ts'
import { $session, endSession } from '#stores/accounts/session.ts'
import { $notice } from '#stores/accounts/sign-in.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'

type Asked = { isSuggestion: boolean; answer: (result: object) => void }
const CANCELLED = { ok: false, fault: 'passkeyCancelled' }
/** What the browser was asked for, in order. A new request ends the one before. */
const browser = vi.hoisted(() => {
  const asked: Asked[] = []
  const drop = () => asked.at(-1)?.answer({ ok: false, fault: 'passkeyCancelled' })
  return {
    asked,
    drop,
    ask: (isSuggestion: boolean) =>
      new Promise<object>((answer) => {
        drop()
        asked.push({ isSuggestion, answer })
      }),
  }
})
vi.mock('#client/accounts/passkeys.ts', () => ({
  hasPasskeys: () => true,
  canSuggestPasskeys: async () => true,
  askPasskey: (_options: object, isSuggestion = false) => browser.ask(isSuggestion),
  dropPasskeyRequest: browser.drop,
}))

const shop = useShop('empty')
const network = useNetwork(shop)
const BEGIN = '/passkey/begin/'
const begun = () => network.requests.filter(({ path }) => path.endsWith(BEGIN)).length
const asked = () => browser.asked.map(({ isSuggestion }) => (isSuggestion ? 'suggestion' : 'request'))
const askedFor = (kinds: string[]) => expect.poll(asked).toEqual(kinds)
/** The suggestion waits for a person as long as the page is open. */
async function openPage(): Promise<void> {
  void suggestPasskeys()
  await askedFor(['suggestion'])
}
const SIGNED_IN = { status: '1', token: 't', first_name: 'Asha', email: 'asha@x.test', account_id: '7' }

beforeEach(() => {
  browser.asked.length = 0
  endSession()
})
afterEach(forgetPasskeys)

it('[RM-8] a sign-in page that is opened after a log-out in the same tab signs nobody in', async () => {
  network.troubles['/login/passkey/'] = { status: 200, body: JSON.stringify(SIGNED_IN) }
  await openPage()
  const pressed = signInWithPasskey()
  await askedFor(['suggestion', 'request'])
  browser.asked.at(-1)?.answer({ ok: true, value: {} })
  await pressed
  expect([$session.get().state, $isProving.get()]).toEqual(['in', true])
  await forgetPasskeys()
  expect($isProving.get()).toBe(false)
})

it('[RM-8] a second press of the passkey button leaves the request of the first open', async () => {
  await openPage()
  const pressed = signInWithPasskey()
  await askedFor(['suggestion', 'request'])
  await signInWithPasskey()
  expect([asked(), $isAsking.get(), $notice.get()]).toEqual([['suggestion', 'request'], true, undefined])
  browser.asked.at(-1)?.answer(CANCELLED)
  await pressed
  expect([$isAsking.get(), $notice.get()]).toEqual([false, { code: 'passkeyCancelled' }])
  await askedFor(['suggestion', 'request', 'suggestion'])
})

it('[RM-8] a suggestion whose options come late leaves the request of the button open', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  network.troubles[BEGIN] = { until: promise }
  const suggested = suggestPasskeys()
  await expect.poll(begun).toBe(1)
  network.troubles = {}
  const pressed = signInWithPasskey()
  await askedFor(['request'])
  resolve()
  await suggested
  expect(asked()).toEqual(['request'])
  browser.asked.at(-1)?.answer(CANCELLED)
  await pressed
  await askedFor(['request', 'suggestion'])
})
