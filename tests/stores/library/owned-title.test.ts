import { afterEach, expect, it, vi } from 'vitest'
import { followTitle } from '../../../src/elements/library/owned-title-state.ts'
import type { OwnedTitle } from '../../../src/elements/library/owned-title.ts'
import { grant } from '../../../src/server/library/library.ts'
import { buyer } from '../../api/support/cart.ts'
import { idOf, useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

// Elements are defined by the page.
vi.hoisted(() => void vi.stubGlobal('HTMLElement', EventTarget))
vi.mock('#client/navigate.ts', () => ({ navigate: () => undefined }))

const shop = useShop()
const network = useNetwork(shop)

class FakePart {
  hidden = false
  toggleAttribute = (_: 'hidden', isHidden: boolean): void => void (this.hidden = isHidden)
}

/** What of `<owned-title>` is looked at, when it has each part twice. */
class FakeTitle {
  readonly parts: Record<string, FakePart[]> = {
    '.price': [new FakePart(), new FakePart()],
    '.subscribe': [new FakePart(), new FakePart()],
  }
  readonly isPage = false
  note = ''
  readonly titleId: number
  constructor(titleId: number) {
    this.titleId = titleId
  }
  onControl = (): void => undefined
  setAttribute = (): void => undefined
  explain = (text = ''): void => void (this.note = text)
  querySelectorAll = (selectors: string): FakePart[] =>
    selectors.split(', ').flatMap((selector) => this.parts[selector] ?? [])
  hidden = (selector: string): boolean[] | undefined => this.parts[selector]?.map((part) => part.hidden)
}

let page = new AbortController()
afterEach(() => page.abort())
async function openTitle(titleId: number): Promise<FakeTitle> {
  page = new AbortController()
  const title = new FakeTitle(titleId)
  await followTitle(title as unknown as OwnedTitle, page.signal)
  return title
}

it('[PD-3] who owns a title sees none of its prices, neither that for India nor that for other countries', async () => {
  const owner = await buyer(shop())
  const title = await idOf(shop(), 'products', 'kid-1')
  await grant(shop().context, owner.id, title, 'gift')
  await beListener(owner)
  expect((await openTitle(title)).hidden('.price')).toEqual([true, true])
  const next = await openTitle(await idOf(shop(), 'products', 'kid-2'))
  expect(next.hidden('.price')).toEqual([false, false])
})

it('[PD-3] without a connection neither a price nor a plan is offered, in no currency', async () => {
  await beListener(await buyer(shop()))
  network.troubles = { '/title-access/': 'cut' }
  const title = await openTitle(await idOf(shop(), 'products', 'kid-3'))
  await vi.waitUntil(() => title.note)
  expect([title.hidden('.price'), title.hidden('.subscribe')]).toEqual([
    [true, true],
    [true, true],
  ])
})
