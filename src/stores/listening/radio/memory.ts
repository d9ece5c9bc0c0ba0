import { array, integer, number, record, string, type, type Infer } from 'superstruct'
import { RadioChoice, RadioSample } from '#contract/listening/radio.ts'
import { storageKeys } from '#contract/storage.ts'
import { persistentJson } from '../../persistent-json.ts'
import { scored } from './order.ts'

/** What the radio knows of its listener. It stays in this browser, and nothing else reads or writes it. */
const Memory = type({ heard: array(integer()), scores: record(string(), number()) })
type Memory = Infer<typeof Memory>
const NOTHING: Memory = { heard: [], scores: {} }
const MAX_HEARD = 20_000
const MAX_SAVED = 100

export const ANYTHING: RadioChoice = { spoken: 'all', kind: 'all', genres: [] }
export const $radioChoice = persistentJson(storageKeys.radioChoice, ANYTHING, RadioChoice)
export const $radioMemory = persistentJson(storageKeys.radioHeard, NOTHING, Memory)
const NONE: RadioSample[] = []
/** What the listener saved, newest first. */
export const $radioSaved = persistentJson(storageKeys.radioSaved, NONE, array(RadioSample))

export function rememberHeard(id: number): void {
  const { heard, scores } = $radioMemory.get()
  if (!heard.includes(id)) $radioMemory.set({ heard: [...heard, id].slice(-MAX_HEARD), scores })
}

/** A new round: they may come again. */
export function forgetHeard(ids: ReadonlySet<number>): void {
  const { heard, scores } = $radioMemory.get()
  $radioMemory.set({ heard: heard.filter((id) => !ids.has(id)), scores })
}

export function scoreSample(sample: RadioSample, points: number): void {
  const { heard, scores } = $radioMemory.get()
  $radioMemory.set({ heard, scores: scored(scores, sample, points) })
}

export const forgetAll = (): void => $radioMemory.set(NOTHING)

export const isSaved = ({ sample }: RadioSample): boolean => $radioSaved.get().some((one) => one.sample === sample)

/** Puts a sample on the list, or takes it off. */
export function setSaved(sample: RadioSample, isWanted: boolean): void {
  const others = $radioSaved.get().filter((one) => one.sample !== sample.sample)
  const saved = isWanted ? [sample, ...others].slice(0, MAX_SAVED) : others
  $radioSaved.set(saved.length > 0 ? saved : NONE)
}
