import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { followPlayer } from '#stores/listening/player/follow-player.ts'
import {
  closePlayer,
  nextTrack,
  pausePlayer,
  playTitle,
  restorePlayer,
  resumeTrack,
  seekTo,
  togglePlay,
  toggleTitle,
} from '#stores/listening/player/player.ts'
import { savedPositionIn, savePosition } from '#stores/listening/player/saved-positions.ts'
import { $player, $playerTime } from '#stores/listening/player/state.ts'
import { report, sendReports } from '#stores/listening/player/progress-reports.ts'
import { clearPlayerMemory, hasUnsentReports } from '#stores/listening/player-memory.ts'
import { otherDevice, playerOf, signedIn, withTracks, type Listener, type Title } from '../../api/support/listening.ts'
import { advanceClock } from '../../api/support/personas.ts'
import { useShop } from '../../api/support/shop.ts'
import { useFakeAudio } from '../support/audio.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop()
const network = useNetwork(shop)
const sound = useFakeAudio()
let listener: Listener

beforeAll(followPlayer)
beforeEach(async () => {
  closePlayer()
  clearPlayerMemory()
  listener = await signedIn(shop())
  await beListener({ ...listener, email: `${listener.id}@x.test` })
})

async function titleOf(key: string, lengths = [600]): Promise<Title> {
  await shop().db.query('update products set is_free = true where key = $1', [key])
  return withTracks(shop(), key, lengths)
}
const allReported = () => vi.waitUntil(() => !hasUnsentReports(), { timeout: 20_000 })

it('[PL-5] a title resumes where it stopped a moment ago, although its answer of before is used again', async () => {
  const [first, second] = [await titleOf('kid-2'), await titleOf('kid-3')]
  await playTitle(first.id)
  sound().reach(10)
  closePlayer()
  await allReported()
  await playTitle(first.id)
  sound().reach(40)
  await playTitle(second.id)
  await allReported()
  await playTitle(first.id)
  expect(sound().currentTime).toBe(40)
})

it('[PL-6] a page that is left saves how far the sound is, also when it has not heard of that yet', async () => {
  const title = await titleOf('kid-7')
  await playTitle(title.id)
  sound().reach(10)
  // A busy page gets no event of the time.
  sound().currentTime = 12.5
  window.dispatchEvent(new Event('pagehide'))
  expect(savedPositionIn(title.id)?.seconds).toBe(12.5)
})

it('[PL-6] a reload resumes where the listener stopped, although the stop is reported while the title is asked for', async () => {
  const title = await titleOf('kid-4')
  const track = title.tracks[0] ?? 0
  const play = { play: 'play-of-before', product: title.id, track }
  report({ ...play, request: 'initiate', start: 0 })
  await allReported()
  advanceClock(shop(), 60)
  savePosition(title.id, track, 40)
  let goOn: () => void = () => undefined
  // The shop has told the place of before; what else the player needs comes later than the report.
  network.troubles = { [`/product-details/${title.id}/`]: { until: new Promise<void>((done) => (goOn = done)) } }
  const restored = restorePlayer(title.id)
  await vi.waitUntil(() => network.requests.some(({ path }) => path.endsWith('/title-access/')))
  report({ ...play, request: 'pause', pause: 40 })
  await sendReports()
  goOn()
  network.troubles = {}
  await restored
  expect($playerTime.get().seconds).toBe(40)
})

it.each([
  ['here', 'kid-5'],
  ['on another device', 'kid-6'],
])('[PL-5] who left in the last second of a track %s goes on in the next one', async (where, key) => {
  const title = await titleOf(key, [600, 300, 60])
  const leave = async () => {
    closePlayer()
    await allReported()
    if (where !== 'here') clearPlayerMemory()
  }
  await playTitle(title.id, { trackId: title.tracks[1] ?? 0 })
  sound().reach(299)
  await leave()
  await restorePlayer(title.id)
  expect($player.get()).toMatchObject({ state: 'paused', title: { id: title.id }, index: 2 })
  await togglePlay()
  expect([$player.get(), sound().currentTime]).toMatchObject([{ state: 'playing', index: 2 }, 0])
  // After the last track the title begins anew, as it does while its end is still shown.
  sound().reach(59)
  await leave()
  await restorePlayer(title.id)
  expect([$player.get(), $playerTime.get().seconds]).toMatchObject([{ state: 'paused', index: 0 }, 0])
  await toggleTitle(title.id)
  expect([$player.get(), sound().currentTime]).toMatchObject([{ state: 'playing', index: 0 }, 0])
})

it('[PL-6] a place that is chosen while the title is paused is the place on every device, and nothing before it counts as heard', async () => {
  const title = await titleOf('kid-8')
  await playTitle(title.id)
  sound().reach(10)
  pausePlayer()
  await allReported()
  const saved = async () => {
    const rows = await shop().db.query<{ seconds: number; heard: string }>(
      'select seconds, heard::text as heard from listening_positions where track_id = $1',
      [title.tracks[0]],
    )
    return rows[0]
  }
  const before = await saved()
  seekTo(200)
  seekTo(300)
  await vi.waitUntil(async () => (await saved())?.seconds === 300, { timeout: 20_000 })
  expect((await saved())?.heard).toBe(before?.heard)
})

it('[PL-5] a track that is chosen goes on where it was left, also while its title plays, and one that ended begins anew', async () => {
  const title = await titleOf('kid-10', [600, 300, 60])
  const [first = 0, second = 0, third = 0] = title.tracks
  await playTitle(title.id, { trackId: first })
  sound().reach(120)
  await toggleTitle(title.id, { trackId: second })
  expect(sound().currentTime).toBe(0)
  sound().reach(35)
  // From the list of the player, and from the row of the title's page.
  await resumeTrack(0)
  expect([$player.get(), sound().currentTime]).toMatchObject([{ index: 0 }, 120])
  sound().reach(599)
  await toggleTitle(title.id, { trackId: second })
  expect([$player.get(), sound().currentTime]).toMatchObject([{ index: 1 }, 35])
  await toggleTitle(title.id, { trackId: first })
  expect(sound().currentTime).toBe(0)
  // The buttons for the next and the previous track go to its beginning.
  await nextTrack()
  expect([$player.get(), sound().currentTime]).toMatchObject([{ index: 1 }, 0])
  sound().reach(42)
  closePlayer()
  await allReported()
  // Another device knows it from the server.
  clearPlayerMemory()
  await playTitle(title.id, { trackId: third })
  await resumeTrack(1)
  expect([$player.get(), sound().currentTime]).toMatchObject([{ index: 1 }, 42])
})

it('[PL-5] where one listener left a track is not where the next one on the device begins it', async () => {
  const title = await titleOf('kid-11', [600, 300])
  const [first = 0, second = 0] = title.tracks
  await playTitle(title.id, { trackId: first })
  sound().reach(120)
  await toggleTitle(title.id, { trackId: second })
  closePlayer()
  const other = await signedIn(shop())
  await beListener({ ...other, email: `${other.id}@x.test` })
  await playTitle(title.id, { trackId: second })
  await toggleTitle(title.id, { trackId: first })
  expect([$player.get(), sound().currentTime]).toMatchObject([{ index: 0 }, 0])
})

it.each([
  ['in the middle of a track', 'kid-0', 100, { index: 0, seconds: 100 }],
  ['at the end of a track', 'kid-9', 599, { index: 1, seconds: 0 }],
])(
  '[PL-9] a player that stands ready %s, where another device was, is no newer than that device',
  async (_where, key, left, ready) => {
    const title = await titleOf(key, [600, 300])
    const phone = await playerOf(shop(), await otherDevice(shop(), listener), title)
    const clock = vi.spyOn(Date, 'now').mockReturnValue(shop().clock.now.getTime())
    const pass = (seconds: number) => {
      advanceClock(shop(), seconds)
      clock.mockReturnValue(shop().clock.now.getTime())
    }
    const place = () => ({ ...$player.get(), ...$playerTime.get() })
    await phone('initiate')
    await phone('pause', { pause_seconds: String(left) })
    pass(60)
    await restorePlayer(title.id)
    expect(place()).toMatchObject({ state: 'paused', ...ready })
    pass(600)
    await phone('pause', { pause_seconds: '400' })
    pass(600)
    window.dispatchEvent(new Event('pagehide'))
    closePlayer()
    await restorePlayer(title.id)
    clock.mockRestore()
    expect(place()).toMatchObject({ state: 'paused', index: 0, seconds: 400 })
  },
)
