import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { followPlayer } from '#stores/listening/player/follow-player.ts'
import {
  closePlayer,
  nextTrack,
  playTitle,
  restorePlayer,
  resumeTrack,
  togglePlay,
  toggleTitle,
  undoJump,
} from '#stores/listening/player/player.ts'
import { wantRecap } from '#stores/listening/player/recap.ts'
import { $sleep, sleepAfter } from '#stores/listening/player/sleep-timer.ts'
import { $speed, setSpeed } from '#stores/listening/player/speeds.ts'
import { $isPausedForTab, $need, $player, $playerTime, $question } from '#stores/listening/player/state.ts'
import { findLastTitle } from '#stores/listening/last-title.ts'
import { savedPositionIn, savePosition } from '#stores/listening/player/saved-positions.ts'
import { clearPlayerMemory, hasUnsentReports } from '#stores/listening/player-memory.ts'
import { $sample, followAudio, playSample } from '#stores/listening/samples.ts'
import { updateSession } from '#stores/accounts/session.ts'
import { signOut } from '#stores/accounts/sign-out.ts'
import {
  otherDevice,
  playerOf,
  signedIn,
  subscribe,
  withTracks,
  type Listener,
  type Title,
} from '../../api/support/listening.ts'
import { advanceClock } from '../../api/support/personas.ts'
import { useShop } from '../../api/support/shop.ts'
import { useFakeAudio } from '../support/audio.ts'
import { beListener } from '../support/session.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop()
const network = useNetwork(shop)
const sound = useFakeAudio()
const PLAYER = '/api/player/'
const ADDRESS = '/get-track-signed-url-example/'
/** A title of its own for each use: the shop remembers the tracks of those that were asked for. */
const KEYS = [...Array.from({ length: 12 }, (_, index) => `kid-${index}`), 'panchatantra', 'chhava', 'serial']
let titleCount = 0
let listener: Listener

async function titleOf(isFree = true): Promise<Title> {
  const key = KEYS[(titleCount += 1) % KEYS.length] ?? ''
  await shop().db.query('update products set is_free = $2 where key = $1', [key, isFree])
  return withTracks(shop(), key, [600, 300, 60])
}
const until = (isTrue: () => boolean) => vi.waitUntil(isTrue, { timeout: 20_000 })
const stateNow = () => {
  const now = $player.get()
  return now.state === 'idle' ? now : { state: now.state, title: now.title.id, index: now.index }
}
const sample = { mapUrl: 'samples/dnyaneshwari/0', title: 'Sample', href: '/', seconds: 60 }
const keysAsked = () =>
  network.requests.flatMap(({ path, body }) => (path.endsWith(ADDRESS) ? (body as { key: string }).key : []))

beforeAll(() => {
  followPlayer()
  followAudio()
})
beforeEach(async () => {
  closePlayer()
  clearPlayerMemory()
  listener = await signedIn(shop())
  await beListener({ ...listener, email: `${listener.id}@x.test` })
})

it('[PL-6] a listener keeps their places when their address changes', async () => {
  const title = await titleOf()
  savePosition(title.id, title.tracks[0] ?? 0, 12)
  await updateSession({ userEmail: 'new@x.test', userMobile: '9822012345' })
  expect(savedPositionIn(title.id)?.seconds).toBe(12)
})

describe('another device was heard last', () => {
  const hearElsewhere = async (title: Title) => {
    const report = await playerOf(shop(), await otherDevice(shop(), listener), title)
    await report('initiate')
    await report('pause', { pause_seconds: '100' })
  }

  it('[PL-9] the title goes on there, although the clock of this device is days ahead', async () => {
    const title = await titleOf()
    await playTitle(title.id)
    sound().reach(20)
    await togglePlay()
    await until(() => !hasUnsentReports())
    advanceClock(shop(), 60)
    await hearElsewhere(title)
    closePlayer()
    // The shop stands still meanwhile, so that what was heard a minute ago seems to be days old.
    wantRecap(false)
    await playTitle(title.id)
    wantRecap(true)
    expect(sound().currentTime).toBe(100)
    await until(() => !hasUnsentReports())
    // Not whether to go where it is already.
    expect($question.get()).toMatchObject({ isHere: true, seconds: 20 })
  })

  it('[PL-9] the title goes on there, although the player here stood ready until later', async () => {
    const title = await titleOf()
    const { now } = shop().clock
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now.getTime())
    savePosition(title.id, title.tracks[0] ?? 0, 20)
    advanceClock(shop(), 60)
    await hearElsewhere(title)
    clock.mockReturnValue(now.getTime() + 120_000)
    savePosition(title.id, title.tracks[0] ?? 0, 20)
    await playTitle(title.id)
    clock.mockRestore()
    expect(sound().currentTime).toBe(100)
  })
})

describe('the speed', () => {
  it('[PL-7] that is shown is the speed that is heard, in the next track and after a reload too', async () => {
    const title = await titleOf()
    await playTitle(title.id)
    setSpeed(title.id, 1.5)
    expect(sound().playbackRate).toBe(1.5)
    // As Plyr does once it is mounted.
    sound().playbackRate = 1
    expect(sound().playbackRate).toBe(1.5)
    await nextTrack()
    expect([$speed.get(), sound().playbackRate]).toEqual([1.5, 1.5])
    closePlayer()
    await restorePlayer(title.id)
    await togglePlay()
    expect([$speed.get(), sound().playbackRate]).toEqual([1.5, 1.5])
  })

  it('[PL-7] of a title is not that of a sample', async () => {
    const title = await titleOf()
    await playTitle(title.id)
    setSpeed(title.id, 2)
    await playSample({ ...sample })
    expect($sample.get().state).toBe('playing')
    expect(sound().playbackRate).toBe(1)
    // A title that is only shown changes nothing.
    setSpeed(title.id, 2.5)
    expect(sound().playbackRate).toBe(1)
    await togglePlay()
    expect(sound().playbackRate).toBe(2.5)
  })
})

describe('what is heard is what is shown', () => {
  it('[PL-1] without a network the next track is silent until it is there', async () => {
    const title = await titleOf()
    await playTitle(title.id)
    const before = sound().played.length
    network.troubles[ADDRESS] = 'cut'
    await Promise.race([nextTrack(), until(() => $player.get().state === 'waiting')])
    expect(stateNow()).toEqual({ state: 'waiting', title: title.id, index: 1 })
    expect([sound().paused, sound().played.length]).toEqual([true, before])
    network.troubles = {}
    dispatchEvent(new Event('online'))
    await until(() => $player.get().state === 'playing')
    expect([keysAsked().at(-1), sound().played.length]).toEqual([title.keys[1], before + 1])
  })

  it('[PL-5] a press on a cover goes on in the track heard last, a second one pauses, and one title plays at a time', async () => {
    const [title, other] = [await titleOf(), await titleOf()]
    await playTitle(title.id, { trackId: title.tracks[1] ?? 0 })
    sound().reach(42)
    closePlayer()
    expect(sound().src).toBe('')
    // The clock of the shop stands still here: the report of the start alone would be newer than the place.
    await until(() => !hasUnsentReports())
    await toggleTitle(title.id)
    expect(stateNow()).toEqual({ state: 'playing', title: title.id, index: 1 })
    expect([keysAsked().at(-1), sound().currentTime]).toEqual([title.keys[1], 42])
    await toggleTitle(title.id)
    expect([stateNow().state, sound().paused]).toEqual(['paused', true])
    await toggleTitle(title.id)
    expect([stateNow().state, sound().paused, sound().currentTime]).toEqual(['playing', false, 42])
    await toggleTitle(other.id)
    expect(stateNow()).toEqual({ state: 'playing', title: other.id, index: 0 })
    expect([keysAsked().at(-1), sound().currentTime]).toEqual([other.keys[0], 0])
  })

  it('[SA-1] a sample stops what plays in another tab, and is stopped from there', async () => {
    const tab = new BroadcastChannel('shop')
    const announced = new Promise((resolve) => tab.addEventListener('message', ({ data }) => resolve(data)))
    await playSample({ ...sample })
    expect(await announced).toBe('playing')
    tab.postMessage('playing')
    await until(() => $sample.get().state === 'paused')
    expect(sound().paused).toBe(true)
    tab.close()
  })
})

describe('who may hear a title', () => {
  it('[PL-4] hears it: one that is free, bought, or in the plan', async () => {
    const [free, bought, covered] = [await titleOf(), await titleOf(false), await titleOf(false)]
    await shop().db.query(
      `insert into library_entries (user_id, product_id, how, added_at) values ($1, $2, 'purchase', now())`,
      [listener.id, bought.id],
    )
    for (const title of [free, bought]) {
      await playTitle(title.id)
      expect(stateNow()).toEqual({ state: 'playing', title: title.id, index: 0 })
      expect(sound().paused).toBe(false)
      expect((await shop().app.inject(sound().src)).statusCode).toBe(200)
    }
    await subscribe(shop(), listener, 'plan-365')
    await playTitle(covered.id)
    expect(stateNow()).toEqual({ state: 'playing', title: covered.id, index: 0 })
  })

  it('[PL-4] others hear nothing: they are led to the cart, or to the plans when theirs covers something else', async () => {
    const title = await titleOf(false)
    await playTitle(title.id)
    expect([stateNow(), $need.get()]).toEqual([
      { state: 'idle' },
      { need: 'cart', titleId: title.id, variant: expect.any(Number) },
    ])
    await subscribe(shop(), listener, 'plan-30')
    closePlayer()
    await playTitle(title.id)
    expect([stateNow(), $need.get()?.need]).toEqual([{ state: 'idle' }, 'subscribe'])
    expect(sound().paused).toBe(true)
    expect(network.requests.filter(({ path }) => path.endsWith(ADDRESS))).toEqual([])
  })
})

describe('sound that cannot be played', () => {
  it('[SA-3] is called a fault of the browser when its bytes are there', async () => {
    const title = await titleOf()
    await playTitle(title.id)
    sound().failsWith = 4
    await nextTrack()
    await until(() => $player.get().state === 'faulty')
    expect($player.get()).toMatchObject({ state: 'faulty', fault: 'undecodable' })
    sound().failsWith = 3
    await playSample({ ...sample })
    expect($sample.get()).toMatchObject({ state: 'faulty', fault: 'undecodable' })
    sound().failsWith = undefined
    await togglePlay()
    expect(stateNow()).toEqual({ state: 'playing', title: title.id, index: 1 })
  })

  it('[PL-8] is asked for again when its address is refused', async () => {
    const title = await titleOf()
    await playTitle(title.id)
    sound().failsWith = 4
    network.troubles = { '.mp3': { status: 403, body: '{}' } }
    void nextTrack()
    for (let asked = 1; asked < 4; asked += 1) {
      await until(() => $player.get().state === 'waiting' && keysAsked().length > asked)
      dispatchEvent(new Event('online'))
    }
    sound().failsWith = undefined
    network.troubles = {}
    await until(() => $player.get().state === 'playing')
    expect(stateNow()).toEqual({ state: 'playing', title: title.id, index: 1 })
  })

  it('[SA-3] a browser that waits for a press is told from one that refuses', async () => {
    const title = await titleOf()
    await playTitle(title.id)
    const refuse = vi.spyOn(sound(), 'play').mockRejectedValue(new DOMException('', 'NotAllowedError'))
    await nextTrack()
    expect($player.get()).toMatchObject({ state: 'faulty', fault: 'refused' })
    Object.assign(navigator, { userActivation: { hasBeenActive: false } })
    await togglePlay()
    expect($player.get()).toMatchObject({ state: 'faulty', fault: 'unasked' })
    refuse.mockRestore()
    await togglePlay()
    expect(stateNow()).toEqual({ state: 'playing', title: title.id, index: 1 })
  })
})

describe('a listener who comes back', () => {
  it('[PL-1] finds the last title in a browser that never heard it, paused at its place', async () => {
    const title = await titleOf()
    const report = await playerOf(shop(), listener, title, 1)
    const { data } = (await report('initiate')).body
    await report('pause', { map_key: data?.map_key, map_id: data?.map_id, pause_seconds: '77' })
    expect(await findLastTitle()).toBe(title.id)
    await restorePlayer(title.id)
    expect(stateNow()).toEqual({ state: 'paused', title: title.id, index: 1 })
    expect($playerTime.get().seconds).toBe(77)
    await togglePlay()
    expect(sound().currentTime).toBe(77)
    closePlayer()
    expect(await findLastTitle()).toBeUndefined()
  })

  it('[PL-7] has the sleep timer that was set before the reload', async () => {
    sleepAfter(15)
    vi.resetModules()
    const { $sleep: saved } = await import('#stores/listening/player/sleep-timer.ts')
    expect(saved.get()).toMatchObject({ state: 'at' })
    expect(saved.get()).toMatchObject({ left: expect.toSatisfy((left: number) => left > 890 && left <= 900) })
  })
})

it('[PL-3] a play that ends at once is reported in order, and never by the listener who comes next', async () => {
  const [first, second] = [await titleOf(), await titleOf()]
  await playTitle(first.id)
  await playTitle(second.id)
  await signOut()
  const reports = network.requests.flatMap(({ path, body }) =>
    path.endsWith(PLAYER) ? [body as { request_type: string; product_id: number }] : [],
  )
  expect(reports.map(({ request_type, product_id }) => [request_type, product_id])).toEqual([
    ['initiate', first.id],
    ['pause', first.id],
    ['initiate', second.id],
    ['pause', second.id],
  ])
  const next = await signedIn(shop())
  await beListener({ ...next, email: `${next.id}@x.test` })
  const { length } = network.requests
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(network.requests.slice(length).filter(({ path }) => path.endsWith(PLAYER))).toEqual([])
})

it('[SI-9] logging out sends what was heard, then takes every report, place and mark off the browser', async () => {
  const title = await titleOf()
  await playTitle(title.id)
  await until(() => network.requests.some(({ path }) => path.endsWith(PLAYER)))
  setSpeed(title.id, 1.5)
  sleepAfter(15)
  sound().reach(33)
  await signOut()
  const [sent] = network.requests.filter(({ path }) => path.endsWith(PLAYER)).slice(-1)
  expect(sent?.body).toMatchObject({ request_type: 'pause', pause_seconds: '33' })
  const keys = ['playerReports', 'playerPlaces', 'playerSpeeds', 'productId', 'userDetails', 'signedInHint']
  expect(keys.filter((key) => localStorage.getItem(key) !== null)).toEqual([])
  expect(sessionStorage.getItem('sleepTimer')).toBeNull()
})

it('[PL-7] a title that is paused for another tab says so until it plays again, and one that was paused here does not', async () => {
  const tab = new BroadcastChannel('shop')
  const title = await titleOf()
  await playTitle(title.id)
  tab.postMessage('playing')
  await until(() => stateNow().state === 'paused')
  expect($isPausedForTab.get()).toBe(true)
  // The other tab goes on to its next track.
  tab.postMessage('playing')
  await new Promise((later) => setTimeout(later, 50))
  expect($isPausedForTab.get()).toBe(true)
  await togglePlay()
  await until(() => stateNow().state === 'playing')
  expect($isPausedForTab.get()).toBe(false)
  await togglePlay()
  await until(() => stateNow().state === 'paused')
  tab.postMessage('playing')
  await new Promise((later) => setTimeout(later, 50))
  expect($isPausedForTab.get()).toBe(false)
  tab.close()
})

describe('a sleep timer whose time is up', () => {
  const later = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
  const end = () => sound().dispatchEvent(new Event('ended'))

  it.each<[string, (other: Title) => unknown]>([
    ['another title', (other) => playTitle(other.id)],
    ['another track', () => resumeTrack(1)],
    ['a title that has ended', () => [end(), togglePlay()][1]],
    ['the track before a jump', () => undoJump()],
  ])('[PL-7] since the listener paused does not stop %s that they start', async (_what, start) => {
    const [title, other] = [await titleOf(), await titleOf()]
    await playTitle(title.id)
    sound().reach(20)
    await resumeTrack(2)
    sleepAfter(30)
    await togglePlay()
    const clock = later()
    await start(other)
    sound().reach(30)
    clock.mockRestore()
    expect([stateNow().state, sound().volume, $sleep.get()]).toEqual(['playing', 1, { state: 'off' }])
  })

  it('[PL-7] stops the next track that begins by itself', async () => {
    const title = await titleOf()
    await playTitle(title.id)
    sleepAfter(30)
    const clock = later()
    end()
    await until(() => stateNow().state === 'playing')
    sound().reach(1)
    clock.mockRestore()
    expect(stateNow()).toEqual({ state: 'paused', title: title.id, index: 1 })
  })
})
