import { atom } from 'nanostores'
import type { Locale } from '#contract/locale.ts'
import type { RadioChoice, RadioSample } from '#contract/radio.ts'
import { createLatestOnly } from '../../latest-only.ts'
import {
  $sample,
  pauseSample,
  playSample,
  resumeSample,
  stopSample,
  type Sample,
  type SampleState,
} from '../samples.ts'
import { $radioChoice, $radioMemory, ANYTHING, forgetHeard, rememberHeard, scoreSample } from './memory.ts'
import { fits, pickNext, POINTS } from './order.ts'
import { offlineSamples, RadioPool } from './pool.ts'

/**
 * Plays sample after sample through the bar of samples, which goes on on every page: who opens a title from the radio hears on
 * until a title, another sample, or the bar's own button ends it. Nothing of it leaves the browser.
 */
export type RadioState =
  | { state: 'off' | 'fetching' }
  | { state: 'loading' | 'playing' | 'paused'; sample: RadioSample }
  | { state: 'stopped'; why: StopCause }
/** `failures`: three in a row. `unreachable`: nothing can be fetched and nothing is saved. `end`: the only one was heard. */
export type StopCause = 'failures' | 'unreachable' | 'nothing' | 'end'
type Setup = {
  locale: Locale
  parts: readonly number[]
  /** How the bar of samples shows one. */
  shown: (sample: RadioSample) => Omit<Sample, 'queue'>
  random?: () => number
}

export const $radio = atom<RadioState>({ state: 'off' })
/** Only what is saved on this device is played. */
export const $isRadioOffline = atom(false)
/** Name of what could not be played, until the one that plays for it ends. */
export const $missed = atom<string | undefined>()
/** All samples of the choice were heard, and they begin again. */
export const $isNewRound = atom(false)
/** What this visit heard, the newest last. */
export const $radioHistory = atom<readonly RadioSample[]>([])

const MOST_FAILURES = 3
const HISTORY = 12
const latestOnly = createLatestOnly()
/** Samples that could not be played, until the listener tries again. */
const broken = new Set<number>()
/** Without a network the few samples that are saved have rounds of their own: the whole shop has to be heard before one comes again there. */
const heardOffline = new Set<number>()
let setup: Setup | undefined
let pool: RadioPool | undefined
let failures = 0
/** Where the listener is in the history: before its end after "previous". */
let at = -1
let current: RadioSample | undefined
let queued: Sample | undefined

/** Called by the page of the radio; what plays goes on, also when the language of the page has changed. */
export function setUpRadio(next: Setup): void {
  if (!setup) {
    $sample.listen(followSample)
    globalThis.addEventListener?.('online', () => $isRadioOffline.set(false))
  }
  if (setup?.locale !== next.locale || setup.parts.join() !== next.parts.join())
    pool = new RadioPool(next.locale, next.parts, next.random ?? Math.random)
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
  broken.clear()
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
  const { state } = $radio.get()
  if (state === 'stopped') $radio.set({ state: 'off' })
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
  const found = await findNext()
  if (!isLatest()) return
  if (typeof found === 'string') return stop(found)
  $radioHistory.set([...$radioHistory.get(), found].slice(-HISTORY))
  at = $radioHistory.get().length - 1
  play(found)
}

function stop(why: StopCause): void {
  // The bar of a sample that failed says so itself, on every page.
  if ($sample.get().state !== 'faulty') stopSample()
  $radio.set({ state: 'stopped', why })
}

async function findNext(): Promise<RadioSample | StopCause> {
  const choice = $radioChoice.get()
  const heard = new Set([...$radioMemory.get().heard, ...broken])
  if (globalThis.navigator?.onLine === false) $isRadioOffline.set(true)
  if (!$isRadioOffline.get() && !(await pool?.fill(choice, heard))) $isRadioOffline.set(true)
  if (!$isRadioOffline.get()) return pickFrom(pool?.samples ?? [], choice, heard)
  // Whatever is chosen, titles for children too: somebody saved each of them.
  const saved = (await offlineSamples()).map((sample) => ({ ...sample, kind: undefined }))
  const found = pickFrom(saved, ANYTHING, new Set([...heardOffline, ...broken]))
  return found === 'nothing' ? 'unreachable' : found
}

function pickFrom(all: readonly RadioSample[], choice: RadioChoice, heard: Set<number>): RadioSample | StopCause {
  const samples = all.filter(({ id }) => !broken.has(id))
  const [{ scores }, random] = [$radioMemory.get(), setup?.random ?? Math.random]
  const picked = pickNext({ samples, heard, last: current, choice, scores, random })
  if (!picked) return broken.size > 0 ? 'failures' : 'nothing'
  const { sample, isNewRound, isOnlyOne } = picked
  const isRunning = $radio.get().state !== 'fetching'
  if (isNewRound && isOnlyOne && isRunning && current?.id === sample.id) return 'end'
  $isNewRound.set(isNewRound && !isOnlyOne)
  if (isNewRound) beginRound(new Set(samples.filter((one) => fits(one, choice)).map(({ id }) => id)))
  return sample
}

function beginRound(ids: ReadonlySet<number>): void {
  if ($isRadioOffline.get()) heardOffline.clear()
  else forgetHeard(ids)
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
    if ($isRadioOffline.get()) heardOffline.add(current.id)
    else rememberHeard(current.id)
  }
  $radio.set({ state: now.state, sample: current })
}

function miss(): void {
  if (!current) return
  const { id, name } = current
  broken.add(id)
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
  broken.clear()
  $isRadioOffline.set(true)
  await playNext()
}
