import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { followPlayer } from '#stores/listening/player/follow-player.ts'
import { closePlayer, nextTrack, playTitle, restorePlayer, togglePlay } from '#stores/listening/player/player.ts'
import { sleepAtEndOfTrack } from '#stores/listening/player/sleep-timer.ts'
import { $player } from '#stores/listening/player/state.ts'
import { clearPlayerMemory, hasUnsentReports } from '#stores/listening/player-memory.ts'
import { signedIn, withTracks, type Title } from '../../api/support/listening.ts'
import { useShop } from '../../api/support/shop.ts'
import { useFakeAudio } from '../support/audio.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop()
const network = useNetwork(shop)
const sound = useFakeAudio()
const LENGTHS = [300, 300, 300, 300]

beforeAll(followPlayer)
beforeEach(async () => {
  closePlayer()
  clearPlayerMemory()
  const listener = await signedIn(shop())
  await beListener({ ...listener, email: `${listener.id}@x.test` })
})

async function titleOf(key: string, silent: number[]): Promise<Title> {
  await shop().db.query('update products set is_free = true where key = $1', [key])
  const title = await withTracks(shop(), key, LENGTHS)
  const ids = silent.map((index) => title.tracks[index])
  await shop().db.query('update tracks set audio_id = null where id = any($1)', [ids])
  return title
}
const stateNow = () => {
  const now = $player.get()
  return now.state === 'idle' ? [now.state] : [now.state, now.index]
}
const SOON = { timeout: 20_000 }
const keysAsked = () => network.requests.flatMap(({ body }) => (body as { key?: string } | undefined)?.key ?? [])

function endTrack(): void {
  sound().reach(sound().duration)
  sound().dispatchEvent(new Event('ended'))
}

/** Until the last address was asked for. */
const nearEnd = (title: Title) =>
  vi.waitUntil(() => {
    sound().reach(sound().duration - 5)
    return keysAsked().includes(title.keys[3] ?? '')
  }, SOON)

it.each([
  ['whose next address is fetched ahead', true, 'kid-1'],
  ['that is over at once', false, 'kid-2'],
])('[PL-1] after a track %s, those without sound are passed over', async (_what, isAhead, key) => {
  const title = await titleOf(key, [1, 2])
  await playTitle(title.id)
  if (isAhead) await nearEnd(title)
  endTrack()
  await expect.poll(stateNow, SOON).toEqual(['playing', 3])
  expect([...new Set(keysAsked())]).toEqual(title.keys)
})

it.each([
  ['whose end is near', true, 'kid-3'],
  ['that is over at once', false, 'kid-4'],
])('[PL-1] a track %s, with none after it that has sound, ends its title', async (_what, isAhead, key) => {
  const title = await titleOf(key, [0, 2, 3])
  await playTitle(title.id)
  await expect.poll(stateNow, SOON).toEqual(['playing', 1])
  if (isAhead) await nearEnd(title)
  endTrack()
  await expect.poll(stateNow, SOON).toEqual(['ended', 1])
  await togglePlay()
  await expect.poll(stateNow, SOON).toEqual(['playing', 1])
})

it('[PL-4] a track without sound that is chosen says so, and the button for the next one goes on', async () => {
  const title = await titleOf('kid-5', [1])
  await playTitle(title.id, { trackId: title.tracks[1] })
  expect($player.get()).toMatchObject({ state: 'faulty', fault: 'noSound', index: 1 })
  await togglePlay()
  expect($player.get()).toMatchObject({ state: 'faulty', fault: 'noSound', index: 1 })
  await playTitle(title.id, { trackId: title.tracks[0] })
  await nextTrack()
  await expect.poll(stateNow, SOON).toEqual(['playing', 2])
})

it('[PL-5] a title that goes on in a track without sound begins with the next one', async () => {
  const title = await titleOf('kid-6', [1])
  await playTitle(title.id)
  sleepAtEndOfTrack()
  endTrack()
  await expect.poll(stateNow, SOON).toEqual(['paused', 1])
  await togglePlay()
  await expect.poll(stateNow, SOON).toEqual(['playing', 2])
  closePlayer()
  clearPlayerMemory()
  await playTitle(title.id, { trackId: title.tracks[0] })
  sound().reach(299)
  closePlayer()
  // The clock of the shop stands still here: the report of the start alone would be newer than the place.
  await vi.waitUntil(() => !hasUnsentReports(), SOON)
  await restorePlayer(title.id)
  await expect.poll(stateNow, SOON).toEqual(['paused', 1])
  await togglePlay()
  await expect.poll(stateNow, SOON).toEqual(['playing', 2])
})
