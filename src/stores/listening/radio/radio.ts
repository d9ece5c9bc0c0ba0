import { atom } from 'nanostores'
import type { Locale } from '#contract/text/locale.ts'
import type { RadioChoice, RadioSample } from '#contract/listening/radio.ts'
import { createLatestOnly } from '../../latest-only.ts'
import {
  $sample,
  $sampleTime,
  pauseSample,
  playSample,
  resumeSample,
  stopSample,
  type Sample,
  type SampleState,
} from '../samples.ts'
import { alertOffline } from '../../offline/offline-alert.ts'
import { $radioChoice, scoreSample } from './memory.ts'
import {
  $isRadioOffline,
  breakSample,
  findNext,
  forgetAhead,
  forgetBroken,
  lookAhead,
  noteHeard,
  setUpPool,
  takeAhead,
  type StopCause,
} from './next-sample.ts'
import { POINTS } from './order.ts'
import { offlineSamples } from './pool.ts'
import { fetchBytes } from './sound-ahead.ts'

/**
 * Plays sample after sample through the bar of samples, which goes on on every page: who opens a title from the radio hears on
 * until a title, another sample, or the bar's own button ends it. Nothing of it leaves the browser.
 */
export type RadioState =
  | { state: 'off' | 'fetching' }
  | { state: 'loading' | 'playing' | 'paused'; sample: RadioSample }
  | { state: 'stopped'; why: StopCause }
type Setup = {
  locale: Locale
  parts: readonly number[]
  /** How the bar of samples shows one. */
  shown: (sample: RadioSample) => Omit<Sample, 'queue'>
  random?: () => number
}

export const $radio = atom<RadioState>({ state: 'off' })
/** Name of what could not be played, until the one that plays for it ends. */
export const $missed = atom<string | undefined>()
/** What this visit heard, the newest last. */
export const $radioHistory = atom<readonly RadioSample[]>([])

const MOST_FAILURES = 3
const HISTORY = 12
const latestOnly = createLatestOnly()
let setup: Setup | undefined
let failures = 0
/** Where the listener is in the history: before its end after "previous". */
let at = -1
let current: RadioSample | undefined
let queued: Sample | undefined

/** Called by the page of the radio; what plays goes on, also when the language of the page has changed. */
export function setUpRadio(next: Setup): void {
  if (!setup) {
    $sample.listen(followSample)
    $sampleTime.listen(() => void fetchBytes())
    globalThis.addEventListener?.('online', () => $isRadioOffline.set(false))
  }
  if (setup?.locale !== next.locale || setup.parts.join() !== next.parts.join())
    setUpPool(next.locale, next.parts, next.random)
  setup = next
}

/** Starts, pauses and goes on; after a failure everything is tried again. */
export function toggleRadio(): void {
  const { state } = $radio.get()
  if (state === 'playing') return pauseSample()
  if (state === 'loading') return stopSample()
  const now = $sample.get()
  if (state === 'paused' && now.state === 'paused' && now.sample === queued) return void resumeSample()
  if (state === 'paused' && current) return play(current)
  if (state !== 'fetching') retryRadio()
}

export function retryRadio(): void {
  forgetBroken()
  failures = 0
  $missed.set(undefined)
  $isRadioOffline.set(false)
  void playNext()
}

export function skipRadio(): void {
  $missed.set(undefined)
  const isNewest = at === $radioHistory.get().length - 1
  if (current && isNewest && 'sample' in $radio.get()) scoreSample(current, POINTS.skipped)
  void playNext()
}

export function previousRadio(): void {
  $missed.set(undefined)
  const before = $radioHistory.get()[at - 1]
  if (before) at -= 1
  const sample = before ?? current
  if (sample) play(sample)
}

/** What plays is heard to its end; the next one follows the choice. */
export function chooseRadio(choice: RadioChoice): void {
  $radioChoice.set(choice)
  at = $radioHistory.get().length - 1
  forgetAhead()
  const { state } = $radio.get()
  if (state === 'stopped') $radio.set({ state: 'off' })
  if (state === 'playing') prepareNext()
}

function ended(): void {
  $missed.set(undefined)
  if (current) scoreSample(current, POINTS.heard)
  void playNext()
}

/** Lock screens and headphones have these two; the platform offers them no button to save: `previous` brings back what somebody could not save while driving, and the page lists what was heard. */
const queue = { ended, next: skipRadio, previous: previousRadio }

function play(sample: RadioSample): void {
  if (!setup) return
  latestOnly.cancel()
  current = sample
  queued = { ...setup.shown(sample), queue }
  $radio.set({ state: 'loading', sample })
  void playSample(queued)
}

async function playNext(): Promise<void> {
  const later = $radioHistory.get()[at + 1]
  if (later) {
    at += 1
    return play(later)
  }
  const isLatest = latestOnly.start()
  if (!('sample' in $radio.get())) $radio.set({ state: 'fetching' })
  // Without awaiting anything: phones let no sound begin after a pause.
  const found = takeAhead(current) ?? (await findNext(current, $radio.get().state !== 'fetching'))
  if (!isLatest()) return
  if (typeof found === 'string') return stop(found)
  $radioHistory.set([...$radioHistory.get(), found].slice(-HISTORY))
  at = $radioHistory.get().length - 1
  play(found)
}

function stop(why: StopCause): void {
  // The bar of a sample that failed says so itself, on every page.
  if ($sample.get().state !== 'faulty') stopSample()
  // The page of the radio has words of its own; every other page loses its bar.
  if (why === 'unreachable') alertOffline()
  $radio.set({ state: 'stopped', why })
}

function prepareNext(): void {
  const playing = current
  if (playing) void lookAhead(playing, $radioHistory.get()[at + 1], () => current === playing)
}

/** Copies the state of the sample; another sample, a title or the button of the bar ends the radio. */
function followSample(now: SampleState): void {
  if (!current) return
  if (now.state === 'idle' || now.sample !== queued) {
    if ('sample' in $radio.get()) $radio.set({ state: 'paused', sample: current })
    return
  }
  // The browser refuses sound before a press: the bar says so, and the next sample would not sound either.
  if (now.state === 'faulty') return now.fault === 'refused' ? $radio.set({ state: 'paused', sample: current }) : miss()
  if (now.state === 'playing') {
    failures = 0
    noteHeard(current.id)
    prepareNext()
  }
  $radio.set({ state: now.state, sample: current })
}

function miss(): void {
  if (!current) return
  const { id, name } = current
  breakSample(id)
  $missed.set(name)
  $radioHistory.set($radioHistory.get().filter((sample) => sample.id !== id))
  at = $radioHistory.get().length - 1
  failures += 1
  void (failures < MOST_FAILURES ? playNext() : playSavedOrStop())
}

/** Three failures in a row are a network that is gone, whatever the browser says of it. */
async function playSavedOrStop(): Promise<void> {
  if ($isRadioOffline.get() || (await offlineSamples()).length === 0) return stop('failures')
  failures = 0
  forgetBroken()
  $isRadioOffline.set(true)
  await playNext()
}
