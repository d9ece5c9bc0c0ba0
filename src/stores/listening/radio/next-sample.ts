import { atom } from 'nanostores'
import type { Locale } from '#contract/text/locale.ts'
import type { RadioChoice, RadioSample } from '#contract/listening/radio.ts'
import { $radioChoice, $radioMemory, ANYTHING, forgetHeard, rememberHeard } from './memory.ts'
import { fits, pickNext } from './order.ts'
import { offlineSamples, RadioPool } from './pool.ts'
import { fetchAhead, isHere } from './sound-ahead.ts'

/** Which sample comes next: of the publication, or of those that are saved on this device. */

/** `failures`: three in a row. `unreachable`: nothing can be fetched and nothing is saved. `end`: the only one was heard. */
export type StopCause = 'failures' | 'unreachable' | 'nothing' | 'end'
type Picked = NonNullable<ReturnType<typeof pickNext>>

/** Only what is saved on this device is played. */
export const $isRadioOffline = atom(false)
/** All samples of the choice were heard, and they begin again. */
export const $isNewRound = atom(false)

/** Samples that could not be played, until the listener tries again. */
const broken = new Set<number>()
/** Without a network the few samples that are saved have rounds of their own: the whole shop has to be heard before one comes again there. */
const heardOffline = new Set<number>()
let pool: RadioPool | undefined
let random = Math.random
/** What comes after a sample, chosen while it plays; what the listener thinks of it counts from the one after that. */
let ahead: { after: RadioSample; picked: Picked } | undefined

export function setUpPool(locale: Locale, parts: readonly number[], chance = Math.random): void {
  random = chance
  pool = new RadioPool(locale, parts, chance)
  forgetAhead()
}

export const breakSample = (id: number): unknown => broken.add(id)
export const forgetBroken = (): void => broken.clear()
export const forgetAhead = (): void => void (ahead = undefined)

export function noteHeard(id: number): void {
  if ($isRadioOffline.get()) heardOffline.add(id)
  else rememberHeard(id)
}

const heardOnline = () => new Set([...$radioMemory.get().heard, ...broken])
const usable = (all: readonly RadioSample[]) => all.filter(({ id }) => !broken.has(id))

/** Chooses what comes after `playing`, unless it is known (`later`), and fetches its sound: it is heard in the moment in which it is asked for. */
export async function lookAhead(
  playing: RadioSample,
  later: RadioSample | undefined,
  isPlaying: () => boolean,
): Promise<void> {
  if ($isRadioOffline.get()) return
  if (!later && ahead?.after !== playing) {
    const choice = $radioChoice.get()
    await pool?.fill(choice, heardOnline())
    if (!isPlaying() || $radioChoice.get() !== choice) return
    const picked = pickOf(usable(pool?.samples ?? []), playing, choice, heardOnline())
    ahead = picked && { after: playing, picked }
  }
  const next = later ?? ahead?.picked.sample
  if (next && next.id !== playing.id) await fetchAhead(next.sample, next.id, playing.sample)
}

/** Another tab may have played it meanwhile; without a network only sound that is here already is of use. */
export function takeAhead(last: RadioSample | undefined): RadioSample | undefined {
  const { after, picked } = ahead ?? {}
  forgetAhead()
  if (!picked || after !== last || picked.sample.id === last?.id) return undefined
  const isOffline = $isRadioOffline.get() || globalThis.navigator?.onLine === false
  if (isOffline && !isHere(picked.sample.sample)) return undefined
  const isFree = !broken.has(picked.sample.id) && (picked.isNewRound || !heardOnline().has(picked.sample.id))
  return isFree ? begin(picked, usable(pool?.samples ?? []), $radioChoice.get()) : undefined
}

/** `isRunning`: the one before was heard a moment ago. */
export async function findNext(last: RadioSample | undefined, isRunning: boolean): Promise<RadioSample | StopCause> {
  const [choice, heard] = [$radioChoice.get(), heardOnline()]
  if (globalThis.navigator?.onLine === false) $isRadioOffline.set(true)
  if (!$isRadioOffline.get() && !(await pool?.fill(choice, heard))) $isRadioOffline.set(true)
  if (!$isRadioOffline.get()) return pickFrom(usable(pool?.samples ?? []), { last, isRunning, choice, heard })
  // Whatever is chosen, titles for children too: somebody saved each of them.
  const saved = (await offlineSamples()).map((sample) => ({ ...sample, kind: undefined }))
  const heardHere = new Set([...heardOffline, ...broken])
  const found = pickFrom(usable(saved), { last, isRunning, choice: ANYTHING, heard: heardHere })
  return found === 'nothing' ? 'unreachable' : found
}

function pickOf(
  samples: readonly RadioSample[],
  last: RadioSample | undefined,
  choice: RadioChoice,
  heard: Set<number>,
): Picked | undefined {
  return pickNext({ samples, heard, last, choice, scores: $radioMemory.get().scores, random })
}

type PickRequest = { last: RadioSample | undefined; isRunning: boolean; choice: RadioChoice; heard: Set<number> }

function pickFrom(
  samples: readonly RadioSample[],
  { last, isRunning, choice, heard }: PickRequest,
): RadioSample | StopCause {
  const picked = pickOf(samples, last, choice, heard)
  if (!picked) return broken.size > 0 ? 'failures' : 'nothing'
  const { sample, isNewRound, isOnlyOne } = picked
  if (isNewRound && isOnlyOne && isRunning && last?.id === sample.id) return 'end'
  return begin(picked, samples, choice)
}

function begin(
  { sample, isNewRound, isOnlyOne }: Picked,
  samples: readonly RadioSample[],
  choice: RadioChoice,
): RadioSample {
  $isNewRound.set(isNewRound && !isOnlyOne)
  if (isNewRound) beginRound(new Set(samples.filter((one) => fits(one, choice)).map(({ id }) => id)))
  return sample
}

function beginRound(ids: ReadonlySet<number>): void {
  if ($isRadioOffline.get()) heardOffline.clear()
  else forgetHeard(ids)
}
