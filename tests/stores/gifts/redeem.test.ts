import { beforeEach, expect, it } from 'vitest'
import { storageKeys } from '#contract/storage.ts'
import { $opening, begin, enter, open } from '#stores/gifts/opening.ts'
import { $code, $isBegun, $opened, redeemForm, takeCode } from '#stores/gifts/redeem.ts'
import { announceSignOut, endSession } from '#stores/accounts/session.ts'
import { signOut } from '#stores/accounts/sign-out.ts'
import { buyer } from '../../api/support/cart.ts'
import { paidGift } from '../../api/support/gifts.ts'
import { shopWithGateways } from '../../api/support/payments.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = shopWithGateways()
const network = useNetwork(shop)
const REDEEM = '/redeem-gift/'
const asked = () => network.requests.filter(({ path }) => path.endsWith(REDEEM)).length

beforeEach(async () => beListener(await buyer(shop())))

const shown = () => ({
  code: $code.get(),
  isBegun: $isBegun.get(),
  opening: $opening.get().state,
  opened: $opened.get(),
  typed: redeemForm.$values.get().code,
  inTab: sessionStorage.getItem(storageKeys.giftCode),
})
const NOTHING = { code: '', isBegun: false, opening: 'looking', opened: undefined, typed: '', inTab: null }

it('[GI-2] a gift that was looked at, and a code that was typed, go with the sign-out', async () => {
  const { code } = await paidGift(shop())
  await takeCode({ hash: `#${code}`, search: '?begin' })
  await enter(code)
  redeemForm.change('code', 'typed')
  expect(shown()).toEqual({ ...NOTHING, code, isBegun: true, opening: 'seen', typed: 'typed', inTab: code })
  await signOut()
  expect(shown()).toEqual(NOTHING)
  // The next listener in this tab.
  await beListener(await buyer(shop()))
  await takeCode({ hash: '', search: '' })
  expect(shown()).toEqual(NOTHING)
})

it('[GI-2] the reply to a look that comes after the sign-out shows no card', async () => {
  const { code } = await paidGift(shop())
  await takeCode({ hash: `#${code}`, search: '' })
  const { promise, resolve } = Promise.withResolvers<void>()
  network.troubles = { '/gift/look/': { until: promise } }
  const looking = enter(code)
  // In another tab: what is asked here goes on.
  endSession()
  announceSignOut()
  resolve()
  await looking
  expect(shown()).toEqual(NOTHING)
})

it.each([
  [
    'pressed',
    async (code: string) => {
      await takeCode({ hash: `#${code}`, search: '' })
      await enter(code)
      // Refused for now, so that the press on the open card asks again.
      network.troubles = { [REDEEM]: 'cut' }
      await open(code)
      network.troubles = {}
      return () => begin(code)
    },
  ],
  [
    'typed',
    async (code: string) => {
      redeemForm.change('code', code)
      return () => redeemForm.submit()
    },
  ],
])('[GI-2] a gift that was %s and is redeemed after the sign-out is shown to nobody', async (_how, prepare) => {
  const { code } = await paidGift(shop())
  const redeem = await prepare(code)
  const before = asked()
  const { promise, resolve } = Promise.withResolvers<void>()
  network.troubles = { [REDEEM]: { until: promise } }
  const redeeming = redeem()
  await expect.poll(asked).toBe(before + 1)
  endSession()
  announceSignOut()
  resolve()
  await redeeming
  expect(shown()).toEqual(NOTHING)
  expect(redeemForm.$done.get()).toBe(false)
})
