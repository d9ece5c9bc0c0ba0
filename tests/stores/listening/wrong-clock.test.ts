import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { accessTo } from '#stores/listening/title-access.ts'
import { $reportQueue, clearPlayerMemory, noteReported } from '#stores/listening/player-memory.ts'
import { resumePositionOf, savePosition } from '#stores/listening/player/saved-positions.ts'
import { otherDevice, playerOf, signedIn, withTracks, type Listener, type Title } from '../../api/support/listening.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const THERE = 200
const HERE = 30

const shop = useShop()
useNetwork(shop)
let listener: Listener
let title: Title

beforeAll(async () => {
  listener = await signedIn(shop())
  await shop().db.query("update products set is_free = true where key = 'kid-1'")
  title = await withTracks(shop(), 'kid-1', [600])
  await beListener({ ...listener, email: 'clock@x.test' })
})
beforeEach(clearPlayerMemory)

/** Minutes by the true clock; the clock of this device shows `offset` more. */
async function resumesAt(minutes: { here: number; there: number }, offset: number): Promise<number | undefined> {
  const now = shop().clock.now.getTime()
  const clock = vi.spyOn(Date, 'now')
  try {
    await stopThere(minutes.there)
    clock.mockReturnValue(now + offset + minutes.here * MINUTE_MS)
    savePosition(title.id, title.tracks[0] ?? 0, HERE)
    clock.mockReturnValue(now + offset)
    const access = await accessTo([title.id])
    const place = access.ok ? access.titles[0]?.last_place : undefined
    return resumePositionOf(title.id, place ?? null).start?.seconds
  } finally {
    clock.mockRestore()
  }
}

/** On another device, minutes from now. */
async function stopThere(minutes: number): Promise<void> {
  const { clock, db } = shop()
  const now = clock.now
  await db.query('delete from listening_positions where user_id = $1', [listener.id])
  clock.now = new Date(now.getTime() + minutes * MINUTE_MS)
  const report = await playerOf(shop(), await otherDevice(shop(), listener), title)
  const begun = await report('initiate')
  const map = begun.body.data
  await report('pause', { pause_seconds: String(THERE), map_key: map?.map_key, map_id: map?.map_id })
  clock.now = now
}

it.each([0, 10 * HOUR_MS, -10 * HOUR_MS])(
  '[PL-9] with a clock that is %i ms ahead, a title resumes where the listener stopped last, on whichever device',
  async (offset) => {
    expect(await resumesAt({ here: -20, there: -5 }, offset)).toBe(THERE)
    expect(await resumesAt({ here: -5, there: -20 }, offset)).toBe(HERE)
  },
)

const SET_BACK_MS = 10 * HOUR_MS

/** This device stopped an hour ago, another one five minutes ago, and then the clock of this one was set back. */
async function resumesAfterSetBack(stopHere: (track: number) => void): Promise<number | undefined> {
  const now = shop().clock.now.getTime()
  const clock = vi.spyOn(Date, 'now')
  try {
    const track = title.tracks[0] ?? 0
    clock.mockReturnValue(now - HOUR_MS)
    savePosition(title.id, track, HERE)
    stopHere(track)
    await stopThere(-5)
    clock.mockReturnValue(now - SET_BACK_MS)
    const access = await accessTo([title.id])
    const place = access.ok ? access.titles[0]?.last_place : undefined
    return resumePositionOf(title.id, place ?? null).start?.seconds
  } finally {
    clock.mockRestore()
  }
}

const reportHere = (track: number) => ({
  ...{ id: 'r', who: String(listener.id), play: 'p', at: 0, request: 'pause' as const },
  ...{ product: title.id, track, pause: HERE },
})

it('[PL-9] a clock that is set back makes no place newer that the server knew, or that never sounded', async () => {
  expect(await resumesAfterSetBack((track) => noteReported(reportHere(track)))).toBe(THERE)
  expect(await resumesAfterSetBack(() => undefined)).toBe(THERE)
})

it('[PL-9] a place that waits for the server stays, although the clock was set back since', async () => {
  const wait = (track: number) => $reportQueue.set({ reports: [reportHere(track)], maps: {} })
  expect(await resumesAfterSetBack(wait)).toBe(HERE)
})
