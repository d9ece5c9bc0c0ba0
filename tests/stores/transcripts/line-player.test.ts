import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { signOut } from '#stores/accounts/sign-out.ts'
import type { Line } from '#contract/transcripts/read-along.ts'
import { playMark, $range } from '#stores/library/marks/play-mark.ts'
import { followPlayer } from '#stores/listening/player/follow-player.ts'
import { closePlayer, playTitle, playTrack } from '#stores/listening/player/player.ts'
import { $player } from '#stores/listening/player/state.ts'
import { clearPlayerMemory } from '#stores/listening/player-memory.ts'
import { $lineOn, $linesHeard, beginPractice, playLine, stopLine } from '#stores/transcripts/line-player.ts'
import { signedIn, withTracks, type Title } from '../../api/support/listening.ts'
import { useShop } from '../../api/support/shop.ts'
import { useFakeAudio } from '../support/audio.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop()
useNetwork(shop)
const sound = useFakeAudio()
const line = (number: number, start: number, end: number): Line => ({
  ...{ number, start: start * 1000, end: end * 1000, text: `line ${number}`, translation: '' },
})
const once = { isRepeated: () => false }
const [FIRST, SECOND] = [line(1, 10, 14), line(2, 20, 25)]
let title: Title
let opened = 0

beforeAll(() => {
  followPlayer()
})
beforeEach(async () => {
  closePlayer()
  clearPlayerMemory()
  const key = `kid-${(opened += 1)}`
  await shop().db.query('update products set is_free = true where key = $1', [key])
  title = await withTracks(shop(), key, [600, 300])
  const listener = await signedIn(shop())
  await beListener({ ...listener, email: `${listener.id}@x.test` })
  await playTitle(title.id)
  beginPractice()
})

it('[LN-5] of two lines that are pressed at once the later one is heard to its end, and the other is not', async () => {
  const both = [playLine(FIRST, { ...once, isSlow: true }), playLine(SECOND, once)]
  await vi.waitUntil(() => sound().currentTime === 20 && !sound().paused)
  expect(sound().playbackRate).toBe(1)
  // Where the first one would have ended, and beyond.
  sound().reach(24)
  await expect(both[0]).resolves.toBe(false)
  expect([$lineOn.get(), sound().paused]).toEqual([2, false])
  sound().reach(25)
  await expect(both[1]).resolves.toBe(true)
  expect([$lineOn.get(), sound().paused, [...$linesHeard.get()]]).toEqual([undefined, true, [2]])
})

it('[LN-5] lines that were heard are those of one listener: the next one on the device begins without', async () => {
  const heard = playLine(FIRST, once)
  await vi.waitUntil(() => sound().currentTime === 10 && !sound().paused)
  sound().reach(14)
  await expect(heard).resolves.toBe(true)
  beginPractice()
  expect([...$linesHeard.get()]).toEqual([1])
  const other = await signedIn(shop())
  await beListener({ ...other, email: `${other.id}@x.test` })
  await playTitle(title.id)
  beginPractice()
  expect($linesHeard.get().size).toBe(0)
})

it('[LN-5] lines that were heard stay after a reload, also when another lesson came between, and go with the sign-out', async () => {
  const hear = async (one: Line) => {
    const heard = playLine(one, once)
    await vi.waitUntil(() => sound().currentTime === (one.start ?? 0) / 1000 && !sound().paused)
    sound().reach((one.end ?? 0) / 1000)
    await expect(heard).resolves.toBe(true)
  }
  await hear(FIRST)
  await playTrack(1)
  beginPractice()
  expect($linesHeard.get().size).toBe(0)
  await hear(SECOND)
  await playTrack(0)
  beginPractice()
  expect([...$linesHeard.get()]).toEqual([1])
  // What a page that is loaded now reads.
  const stored = Object.values(JSON.parse(localStorage.getItem('linesHeard') ?? '{}'))
  expect(stored.slice(-2)).toEqual([[1], [2]])
  await signOut()
  expect(localStorage.getItem('linesHeard') ?? '{}').toBe('{}')
})

it('[LN-5] a line that is stopped before its sound begins stays stopped', async () => {
  const heard = playLine(FIRST, once)
  stopLine()
  await expect(heard).resolves.toBe(false)
  await vi.waitUntil(() => $player.get().state === 'paused')
  sound().reach(14)
  await new Promise((later) => setTimeout(later, 100))
  expect([$lineOn.get(), $linesHeard.get().size, sound().paused]).toEqual([undefined, 0, true])
})

it('[RM-3] of two ranges that are pressed at once the later one stops at its end', async () => {
  const [track] = title.tracks
  const range = (seconds: number, until: number) => ({ product_id: title.id, track_id: track ?? 0, seconds, until })
  await Promise.all([playMark(range(30, 40)), playMark(range(100, 110))])
  expect($range.get()?.seconds).toBe(100)
  sound().reach(110)
  expect([$range.get()?.isEnded, sound().paused]).toEqual([true, true])
})
