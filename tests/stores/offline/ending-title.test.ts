import { beforeAll, expect, it, vi } from 'vitest'
import { offlineCaches } from '#contract/offline/offline.ts'
import { playTitle } from '#stores/listening/player/player.ts'
import { $player } from '#stores/listening/player/state.ts'
import { resumeDownloads } from '#stores/offline/titles/download.ts'
import { $removedTitles, renewLeases } from '#stores/offline/titles/leases.ts'
import { saveTitle } from '#stores/offline/titles/save.ts'
import { startOfflineTitles } from '#stores/offline/titles/start-titles.ts'
import { $titleStates } from '#stores/offline/titles/state.ts'
import { followPlayer } from '#stores/listening/player/follow-player.ts'
import { signedIn, subscribe, withTracks } from '../../api/support/listening.ts'
import { useShop } from '../../api/support/shop.ts'
import { useFakeAudio } from '../support/audio.ts'
import { useNetwork } from '../support/network.ts'
import { useOfflineBrowser } from '../support/offline.ts'
import { beListener } from '../support/session.ts'

const audio = useFakeAudio()
const shop = useShop()
useNetwork(shop)
const disk = useOfflineBrowser()

beforeAll(followPlayer)

const tracksOnDisk = () =>
  [...(disk.all.get(offlineCaches.tracks)?.keys() ?? [])].flatMap(
    (key) => Number(/\?track=(\d+)$/.exec(key)?.[1]) || [],
  )

it('[RM-4] the chapter that plays when the plan ends is heard to its end, then it goes too', async () => {
  const title = await withTracks(shop(), 'shriman-yogi', [600, 600, 600])
  const listener = await signedIn(shop())
  await beListener({ ...listener, email: `${listener.id}@x.test` })
  await subscribe(shop(), listener, 'plan-30', [-1, 1])
  await startOfflineTitles(() => ({ locale: 'en', href: '/' }))
  await saveTitle({ id: title.id, name: 'Yogi', locale: 'en', href: '/' }, 'light')
  await resumeDownloads()
  expect(tracksOnDisk()).toEqual(title.tracks)
  await playTitle(title.id, { trackId: title.tracks[1] })
  await vi.waitUntil(() => $player.get().state === 'playing')
  // The session lives on, the plan does not.
  shop().clock.now = new Date(shop().clock.now.getTime() + 2 * 86_400_000)
  await renewLeases()
  expect([tracksOnDisk(), $titleStates.get().get(title.id)?.state]).toEqual([[title.tracks[1]], 'ending'])
  expect($player.get().state).toBe('playing')
  expect($removedTitles.get()).toMatchObject([{ name: 'Yogi', why: 'plan' }])
  audio().reach(600)
  audio().dispatchEvent(new Event('ended'))
  await vi.waitUntil(() => tracksOnDisk().length === 0)
  await vi.waitUntil(() => $titleStates.get().size === 0)
  expect($removedTitles.get()).toHaveLength(1)
})
