import { afterEach, expect, it, vi } from 'vitest'
import { endSession } from '#stores/accounts/session.ts'
import { pressPlay } from '../../../src/elements/listening/full-player.ts'
import { idOf, useShop } from '../../api/support/shop.ts'
import { useFakeAudio } from '../support/audio.ts'
import { useNetwork } from '../support/network.ts'

const addresses = vi.hoisted((): string[] => [])
// The router of the pages is there in a build alone.
vi.mock('#client/navigate.ts', () => ({ navigate: (address: string) => void addresses.push(address) }))

const shop = useShop()
useNetwork(shop)
useFakeAudio()
afterEach(() => void addresses.splice(0))

/** A guest's page, by its address, with buttons of one title. */
function openPage(address: string, titleId: number): void {
  endSession()
  vi.stubGlobal('location', new URL(address, 'https://shop.test/'))
  const button = { selector: `play-button[title-id="${titleId}"]` }
  Object.assign(document, { querySelector: (selector: string) => (selector === button.selector ? button : null) })
}
/** Where the page of signing in leads back to. */
const backTo = () => addresses.map((address) => new URL(address, location.origin).searchParams.get('next'))

it('[SI-7] a guest of a shared link comes back to the track that they pressed, not to the place of the link', async () => {
  const title = await idOf(shop(), 'products', 'kid-1')
  openPage('/kids/1/lion/?from=mail&track=12&t=340&until=360', title)
  await pressPlay(title, { trackId: 19 })
  await pressPlay(title, {})
  expect(backTo()).toEqual(['/kids/1/lion/?from=mail&track=19', `/kids/1/lion/?from=mail&play=${title}`])
})

it('[SI-7] of two wishes in one address only the later one is left', async () => {
  const title = await idOf(shop(), 'products', 'kid-2')
  openPage(`/kids/2/lion/?play=${title}&sample=5`, title)
  await pressPlay(title, { trackId: 19 })
  expect(backTo()).toEqual(['/kids/2/lion/?track=19'])
})
