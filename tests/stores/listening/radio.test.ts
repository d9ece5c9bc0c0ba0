import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RadioSample } from '#contract/listening/radio.ts'
import { claimAudio } from '#client/audio/audio-element.ts'
import {
  $radioChoice,
  $radioMemory,
  $radioSaved,
  ANYTHING,
  forgetAll,
  isSaved,
  setSaved,
} from '#stores/listening/radio/memory.ts'
import { $isNewRound, $isRadioOffline } from '#stores/listening/radio/next-sample.ts'
import {
  $missed,
  $radio,
  $radioHistory,
  chooseRadio,
  previousRadio,
  retryRadio,
  setUpRadio,
  skipRadio,
  toggleRadio,
} from '#stores/listening/radio/radio.ts'
import { $sample, followAudio, playSample, resumeSample, stopSample } from '#stores/listening/samples.ts'
import { $offlineAlerts } from '#stores/offline/offline-alert.ts'
import { useShop } from '../../api/support/shop.ts'
import { useFakeAudio } from '../support/audio.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop('empty')
const network = useNetwork(shop)
const sound = useFakeAudio()
const ADDRESS = '/get-sample-signed-url/'

/** The lock screen of a phone: what it shows, and what its buttons do. */
const handlers = new Map<string, (() => void) | null>()
vi.stubGlobal('navigator', {
  onLine: true,
  mediaSession: { setActionHandler: (name: string, work: (() => void) | null) => void handlers.set(name, work) },
})
vi.stubGlobal('MediaMetadata', class extends EventTarget {})

const title = (id: number, more: Partial<RadioSample> = {}): RadioSample => ({
  ...{ id, slug: `t-${id}`, name: `Title ${id}`, kind: 'audiobook', spoken: 'mr', sample: `s/${id}.mp3`, length: 10 },
  ...{ author: { id, name: `Author ${id}` }, genres: [id % 2] },
  ...more,
})
const json = (body: object) => ({ status: 200, body: JSON.stringify(body) })
const part = (...samples: RadioSample[]) => json({ samples })
const until = (isTrue: () => boolean) => vi.waitUntil(isTrue, { timeout: 20_000, interval: 5 })
const nameNow = () => {
  const now = $radio.get()
  return 'sample' in now ? now.sample.name : now.state
}
/** Waits until another sample than the one of the name is heard. */
const another = (name: string) => until(() => $radio.get().state === 'playing' && nameNow() !== name)
const end = () => sound().dispatchEvent(new Event('ended'))

/** Every test has parts of its own, as those that were read stay. */
let parts = 0
async function start(...files: RadioSample[][]): Promise<void> {
  const numbers = files.map(() => (parts += 1))
  for (const [at, samples] of files.entries())
    network.troubles[`/radio-samples/en/${numbers[at]}.json`] = part(...samples)
  const shown = ({ sample: mapUrl, name, length: seconds }: RadioSample) => ({
    mapUrl,
    title: name,
    href: '/',
    seconds,
  })
  setUpRadio({ locale: 'en', parts: numbers, shown, random: () => 0 })
  toggleRadio()
  await until(() => ['playing', 'stopped', 'paused'].includes($radio.get().state))
}

beforeAll(() => void followAudio())
beforeEach(() => {
  stopSample()
  $radio.set({ state: 'off' })
  $radioHistory.set([])
  $isRadioOffline.set(false)
  $radioChoice.set(ANYTHING)
  forgetAll()
  const expires = { expires_at: Date.now() + 600_000, has_text: false, part: null }
  network.troubles = { [ADDRESS]: json({ status: true, data: { signed_url: '/media/audio/x.mp3', ...expires } }) }
})

describe('while samples can be had', () => {
  it('[RM-6] after the end of a sample the next one plays by itself, and the bar shows it', async () => {
    await start([title(1), title(2), title(3)])
    const first = nameNow()
    end()
    await another(first)
    expect($sample.get()).toMatchObject({ state: 'playing', sample: { title: nameNow() } })
    expect($radioMemory.get().heard).toHaveLength(2)
  })

  it('[RM-6] the lock screen has next and previous while the radio plays, and a sample alone has not', async () => {
    await start([title(1), title(2)])
    const first = nameNow()
    handlers.get('nexttrack')?.()
    await another(first)
    const second = nameNow()
    handlers.get('previoustrack')?.()
    await another(second)
    expect(nameNow()).toBe(first)
    await playSample({ mapUrl: 's/alone.mp3', title: 'Alone', href: '/', seconds: 10 })
    expect([handlers.get('nexttrack'), handlers.get('previoustrack')]).toEqual([null, null])
  })

  it('[RM-6] after "previous" the next one is the one that was heard after it', async () => {
    await start([title(1), title(2), title(3)])
    const first = nameNow()
    skipRadio()
    await another(first)
    const second = nameNow()
    previousRadio()
    await another(second)
    skipRadio()
    await another(first)
    expect(nameNow()).toBe(second)
  })

  it('[RM-6] all parts are heard before a sample comes again, and a new round is known', async () => {
    await start([title(1), title(2)], [title(3)])
    const names = [nameNow()]
    for (let turn = 0; turn < 3; turn += 1) {
      expect($isNewRound.get()).toBe(false)
      end()
      await another(names.at(-1) ?? '')
      names.push(nameNow())
    }
    expect(new Set(names.slice(0, 3)).size).toBe(3)
    expect($isNewRound.get()).toBe(true)
  })

  it('[RM-6] skipping lowers a genre, hearing to the end raises it', async () => {
    await start([title(1), title(2), title(3)])
    const [first, now] = [nameNow(), $radio.get()]
    const genre = 'sample' in now ? now.sample.genres?.[0] : undefined
    skipRadio()
    await another(first)
    expect($radioMemory.get().scores[String(genre)]).toBe(-1)
    const then = $radio.get()
    const other = 'sample' in then ? String(then.sample.genres?.[0]) : ''
    const before = $radioMemory.get().scores[other] ?? 0
    end()
    await until(() => $radioMemory.get().heard.length === 3)
    expect($radioMemory.get().scores[other]).toBe(before + 0.5)
  })

  it('[RM-6] a choice holds from the next sample on', async () => {
    await start([title(1), title(2), title(3, { spoken: 'en' })])
    const first = nameNow()
    chooseRadio({ ...ANYTHING, spoken: first === 'Title 3' ? 'mr' : 'en' })
    expect(nameNow()).toBe(first)
    end()
    await another(first)
    expect(nameNow() === 'Title 3').toBe(first !== 'Title 3')
  })

  it('[RM-6] a choice without samples says so, and the only sample ends the radio', async () => {
    $radioChoice.set({ ...ANYTHING, kind: 'podcast' })
    await start([title(1)])
    expect($radio.get()).toEqual({ state: 'stopped', why: 'nothing' })
    chooseRadio(ANYTHING)
    toggleRadio()
    await until(() => $radio.get().state === 'playing')
    end()
    await until(() => $radio.get().state === 'stopped')
    expect($radio.get()).toEqual({ state: 'stopped', why: 'end' })
    toggleRadio()
    await until(() => $radio.get().state === 'playing')
  })
})

describe('when something else is heard', () => {
  it('[RM-6] a title that starts pauses the radio, which goes on with its sample when it is asked', async () => {
    await start([title(1), title(2)])
    const name = nameNow()
    claimAudio('player', () => undefined)
    expect([$radio.get().state, nameNow(), $sample.get().state]).toEqual(['paused', name, 'idle'])
    toggleRadio()
    await until(() => $radio.get().state === 'playing')
    expect(nameNow()).toBe(name)
  })

  it('[RM-6] another sample ends the radio: nothing follows it', async () => {
    await start([title(1), title(2)])
    await playSample({ mapUrl: 's/alone.mp3', title: 'Alone', href: '/', seconds: 10 })
    expect($radio.get().state).toBe('paused')
    end()
    expect($sample.get().state).toBe('idle')
    expect($radio.get().state).toBe('paused')
  })

  it('[RM-6] the bar pauses, resumes and closes what the radio plays', async () => {
    await start([title(1), title(2)])
    sound().pause()
    expect($radio.get().state).toBe('paused')
    await resumeSample()
    expect($radio.get().state).toBe('playing')
    toggleRadio()
    expect([$radio.get().state, $sample.get().state]).toEqual(['paused', 'paused'])
    toggleRadio()
    await until(() => $sample.get().state === 'playing')
    stopSample()
    expect($radio.get().state).toBe('paused')
  })
})

describe('when samples cannot be had', () => {
  it('[RM-6] one that fails is passed over and named', async () => {
    await start([title(1), title(2), title(3)])
    const first = nameNow()
    sound().failsWith = 4
    const stop = $missed.listen((name) => name !== undefined && (sound().failsWith = undefined))
    skipRadio()
    await another(first)
    stop()
    expect($missed.get()).toMatch(/^Title/)
    expect($missed.get()).not.toBe(nameNow())
    expect($radioHistory.get().map(({ name }) => name)).not.toContain($missed.get())
  })

  it('[RM-6] three failures in a row stop it, and trying again plays them', async () => {
    network.troubles[ADDRESS] = { status: 404, body: JSON.stringify({ status: false, fault: 'notFound' }) }
    await start([11, 12, 13, 14].map((id) => title(id)))
    expect($radio.get()).toEqual({ state: 'stopped', why: 'failures' })
    expect(network.requests.filter(({ path }) => path.endsWith(ADDRESS))).toHaveLength(3)
    // The bar says it on every page.
    expect($sample.get()).toMatchObject({ state: 'faulty' })
    expect($radioMemory.get().heard).toEqual([])
    const expires = { expires_at: Date.now() + 600_000, has_text: false, part: null }
    network.troubles[ADDRESS] = json({ status: true, data: { signed_url: '/media/audio/x.mp3', ...expires } })
    retryRadio()
    await until(() => $radio.get().state === 'playing')
  })

  it('[RM-6] failures with a sample between them are not in a row', async () => {
    await start(Array.from({ length: 12 }, (_, id) => title(id + 1)))
    let misses = 0
    const stop = $missed.listen((name) => {
      if (name !== undefined) misses += 1
      if (name !== undefined && misses % 2 === 0) sound().failsWith = undefined
    })
    for (let turn = 0; turn < 2; turn += 1) {
      const before = nameNow()
      sound().failsWith = 4
      skipRadio()
      await another(before)
    }
    stop()
    expect(misses).toBe(4)
    expect($radio.get().state).toBe('playing')
  })

  it('[RM-6] without a network and without anything saved it says so', async () => {
    const alerts = $offlineAlerts.get()
    setUpRadio({ locale: 'en', parts: [9_999], shown: () => ({ mapUrl: '', title: '', href: '', seconds: 0 }) })
    network.troubles['/9999.json'] = 'cut'
    toggleRadio()
    await until(() => $radio.get().state === 'stopped')
    expect($radio.get()).toEqual({ state: 'stopped', why: 'unreachable' })
    // Other pages than that of the radio only lose its bar: they say why.
    expect($offlineAlerts.get()).toBe(alerts + 1)
  })

  it('[RM-6] a browser that refuses sound is not asked for the next sample', async () => {
    await start([title(1), title(2), title(3)])
    const asked = sound().played.length
    const play = sound().play.bind(sound())
    sound().play = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    skipRadio()
    await until(() => $sample.get().state === 'faulty')
    sound().play = play
    expect($sample.get()).toMatchObject({ fault: 'refused' })
    expect([$radio.get().state, sound().played.length]).toEqual(['paused', asked])
  })
})

it('[RM-6] what is saved stays in the order of saving, once each, and can be taken off', () => {
  for (const id of [1, 2, 1]) setSaved(title(id), true)
  expect($radioSaved.get().map(({ id }) => id)).toEqual([1, 2])
  expect(JSON.parse(localStorage.getItem('radioSaved') ?? '[]')).toHaveLength(2)
  setSaved(title(1), false)
  setSaved(title(2), false)
  expect([isSaved(title(1)), localStorage.getItem('radioSaved')]).toEqual([false, null])
})
