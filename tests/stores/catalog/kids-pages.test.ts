import { beforeEach, expect, it, vi } from 'vitest'
import { call } from '#client/browser-call.ts'
import { newOfFollows } from '#contract/library/follows.ts'
// Loaded before: a page begins with it at once.
import '#stores/accounts/device.ts'
import { closePlayer, playTitle } from '#stores/listening/player/player.ts'
import { $player } from '#stores/listening/player/state.ts'
import { startVisit } from '../../../src/elements/accounts/signed-in-visit.ts'
import { followTitle } from '../../../src/elements/library/owned-title-state.ts'
import type { OwnedTitle } from '../../../src/elements/library/owned-title.ts'
import { signedIn, withTracks, type Title } from '../../api/support/listening.ts'
import { useShop } from '../../api/support/shop.ts'
import { useFakeAudio } from '../support/audio.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop()
const network = useNetwork(shop)
useFakeAudio()
vi.mock('#client/navigate.ts', () => ({ navigate: async () => undefined }))
// The elements of the page are not defined here.
vi.hoisted(() => {
  vi.stubGlobal('HTMLElement', EventTarget)
  vi.stubGlobal('customElements', { get: () => undefined, define: () => undefined })
})

const page: Record<string, string> = {}
Object.assign(document, { body: { dataset: page }, querySelector: () => null })

beforeEach(async () => {
  const listener = await signedIn(shop())
  await beListener({ ...listener, email: `${listener.id}@x.test` })
})

const askedFor = (end: string) => network.requests.filter(({ path }) => path.endsWith(end)).length
/** What the page began to ask for has been sent by the time that two answers are here. */
async function twoAnswers(): Promise<void> {
  for (let answer = 0; answer < 2; answer += 1) await call(newOfFollows, {})
}
const COUNTS = ['/product-analytics/', '/player-analytics/', '/register-device/']
const counted = () => COUNTS.map(askedFor)

function openPage(isForKids: boolean): void {
  delete page['kids']
  if (isForKids) page['kids'] = ''
}

/** `<owned-title>` on the page of its title. */
const elementOf = ({ id }: Title) =>
  ({
    titleId: id,
    isPage: true,
    onControl: () => undefined,
    explain: () => undefined,
    querySelector: () => null,
    querySelectorAll: () => [],
    setAttribute: () => undefined,
  }) as unknown as OwnedTitle

it('[KI-3] [PD-6] the visit of a title is counted, and not on a page for children', async () => {
  const title = await withTracks(shop(), 'chhava', [60])
  for (const [isForKids, count] of [
    [true, 0],
    [false, 1],
  ] as const) {
    openPage(isForKids)
    const leaving = new AbortController()
    await followTitle(elementOf(title), leaving.signal)
    leaving.abort()
    expect(counted()).toEqual([count, 0, 0])
  }
})

it('[KI-3] [SH-13] the device of a listener is registered, and not on a page for children', async () => {
  for (const [isForKids, count] of [
    [true, 0],
    [false, 1],
  ] as const) {
    openPage(isForKids)
    const leaving = new AbortController()
    startVisit(leaving.signal)
    await (isForKids ? twoAnswers() : vi.waitUntil(() => askedFor('/register-device/') > 0, { timeout: 20_000 }))
    leaving.abort()
    expect(counted()).toEqual([0, 0, count])
  }
})

it('[KI-3] [PD-6] the use of the player is counted, and not on a page for children', async () => {
  const title = await withTracks(shop(), 'kid-0', [60])
  await shop().db.query(`update products set is_free = true where key = 'kid-0'`)
  await import('../../../src/elements/listening/full-player.ts')
  for (const [isForKids, count] of [
    [true, 0],
    [false, 1],
  ] as const) {
    openPage(isForKids)
    await playTitle(title.id)
    await vi.waitUntil(() => $player.get().state === 'playing', { timeout: 20_000 })
    await (isForKids ? twoAnswers() : vi.waitUntil(() => askedFor('/player-analytics/') > 0, { timeout: 20_000 }))
    closePlayer()
    expect(counted()).toEqual([0, count, 0])
  }
})
