import { expect, it } from 'vitest'
import { $givenGift, loadGiven } from '#stores/gifts/given-gift.ts'
import { setGiftToken } from '#stores/gifts/giver-session.ts'
import { giftOrder, guestGiver, payGift } from '../../api/support/gifts.ts'
import { shopWithGateways } from '../../api/support/payments.ts'
import { useNetwork } from '../support/network.ts'

const shop = shopWithGateways()
const network = useNetwork(shop)

const shown = () => {
  const now = $givenGift.get()
  return now.state === 'ready' ? now.token : now.state
}

it('[GI-1] the page of a gift shows that gift alone, whichever answer comes last', async () => {
  const giver = await guestGiver(shop())
  const tokens = []
  for (const key of ['kid-1', 'kid-2']) {
    const { token } = await giftOrder(shop(), giver, {}, [key])
    await payGift(shop(), giver, token)
    tokens.push(token)
  }
  const [first = '', second = ''] = tokens
  setGiftToken(giver.replace('Gift ', ''))
  await loadGiven(first)
  expect(shown()).toBe(first)
  const { promise, resolve } = Promise.withResolvers<void>()
  network.troubles = { [`/given-gift/${first}/`]: { until: promise } }
  const late = loadGiven(first)
  const next = loadGiven(second)
  // Not the gift before, while its own is asked for.
  expect(shown()).toBe('loading')
  await next
  resolve()
  await late
  expect(shown()).toBe(second)
})
