import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { titleAccess } from '#contract/library/library.ts'
import { signedIn, withTracks, type Listener } from '../../api/support/listening.ts'
import { advanceClock, ask } from '../../api/support/personas.ts'
import { useShop } from '../../api/support/shop.ts'
import { useFakeAudio } from '../support/audio.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop()
const network = useNetwork(shop)
const sound = useFakeAudio()

/** A tab that is opened anew has no memory but the storage of its browser. */
async function openTab(listener: Listener) {
  vi.resetModules()
  const { beListener } = await import('../support/session.ts')
  await beListener({ ...listener, email: `${listener.id}@x.test` })
  const { followPlayer } = await import('#stores/listening/player/follow-player.ts')
  const player = await import('#stores/listening/player/player.ts')
  const { hasUnsentReports } = await import('#stores/listening/player-memory.ts')
  followPlayer()
  return { ...player, hasUnsentReports }
}

async function knownOf({ token }: Listener, id: number) {
  const { body } = await ask(shop(), titleAccess, { product_ids: [id] }, { token })
  return body.titles[0]
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())
/** For the device and the shop. */
function pass(seconds: number): void {
  advanceClock(shop(), seconds)
  vi.setSystemTime(Date.now() + seconds * 1000)
}

it('[PL-6] what a tab had played when it was killed reaches the account once the shop is opened again, as of then', async () => {
  await shop().db.query(`update products set is_free = true where key = 'kid-2'`)
  const title = await withTracks(shop(), 'kid-2', [60, 60])
  const listener = await signedIn(shop())
  const tab = await openTab(listener)
  await tab.playTitle(title.id)
  await vi.waitUntil(() => !tab.hasUnsentReports(), { timeout: 20_000 })
  pass(22)
  sound().reach(22)
  const stopped = shop().clock.now.getTime()
  const reported = network.requests.length
  // Killed: nobody tells the tab. Its place reached the browser only.
  expect((await knownOf(listener, title.id))?.last_place).toMatchObject({ seconds: 0 })

  pass(3600)
  const next = await openTab(listener)
  await next.restorePlayer(title.id)
  await vi.waitUntil(() => network.requests.length > reported && !next.hasUnsentReports(), { timeout: 20_000 })
  const known = await knownOf(listener, title.id)
  expect(known?.last_place).toMatchObject({ track_id: title.tracks[0], seconds: 22 })
  // Newer than what another device played since it must not be.
  expect(Math.abs(Date.parse(known?.last_place?.played_at ?? '') - stopped)).toBeLessThan(2000)
  expect(known?.total_tracks_completion).toBeGreaterThan(15)
})
