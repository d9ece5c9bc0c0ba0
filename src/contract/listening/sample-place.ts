import type { Measurement, Pause } from './audio.ts'

/** Where a sample begins, and how long it is to be, in seconds. */
export type SamplePlan = { after: number; seconds: number }
/** How long a sample may be, in seconds. */
export const SAMPLE_LENGTH = { least: 5, most: 120 } as const
/** Seconds of a recording. */
export type SamplePlace = { starts: number; ends: number }

type Sound = Pick<Measurement, 'seconds' | 'pauses'>

/** Shorter ones stand at commas. */
const SENTENCE_PAUSE = 0.5
/** So far away a boundary is looked for. */
const REACH = 15
/** Quiet before the first word and after the last one, for the fades. */
const LEAD = 0.25
const TAIL = 0.5

/** The place from the first sentence that begins after a second to the end of a sentence. Without pauses it is cut where it is. */
export function samplePlace({ seconds, pauses }: Sound, plan: SamplePlan): SamplePlace {
  const after = Math.min(Math.max(0, plan.after), Math.max(0, seconds - SAMPLE_LENGTH.least))
  const before = boundary(pauses, (pause) => pause.end, after, seconds - SAMPLE_LENGTH.least)
  const isFromStart = after === 0 && !(before && before.start === 0)
  const starts = isFromStart || !before ? after : Math.max(before.start, before.end - LEAD)
  const wanted = starts + plan.seconds
  if (wanted >= seconds) return rounded(starts, seconds)
  const most = Math.min(seconds, starts + SAMPLE_LENGTH.most)
  const behind = boundary(pauses, (pause) => pause.start, wanted, most) ?? lastBefore(pauses, starts, wanted)
  return rounded(starts, Math.min(behind ? Math.min(behind.end, behind.start + TAIL) : wanted, most))
}

/** The first sentence that ends there or later, or else the first shorter pause. */
function boundary(
  pauses: readonly Pause[],
  placeOf: (pause: Pause) => number,
  from: number,
  to: number,
): Pause | undefined {
  const near = pauses.filter((pause) => placeOf(pause) >= from && placeOf(pause) <= Math.min(to, from + REACH))
  return near.find(({ start, end }) => end - start >= SENTENCE_PAUSE) ?? near[0]
}

const lastBefore = (pauses: readonly Pause[], starts: number, wanted: number): Pause | undefined =>
  pauses.findLast(({ start }) => start < wanted && start >= Math.max(starts + SAMPLE_LENGTH.least, wanted - REACH))

const hundredth = (seconds: number): number => Math.round(seconds * 100) / 100
const rounded = (starts: number, ends: number): SamplePlace => ({ starts: hundredth(starts), ends: hundredth(ends) })

/** A sample gives away no more of a title than this part. */
const MOST_PART = 1 / 3

/** `isFaulty`: its sound is no advertisement. */
type Recording<Id> = { id: Id; sound: Sound; isFaulty?: boolean }

/**
 * The place that the shop chooses: in the first recording without faults that is long enough, else in the first long one, or else
 * in the longest. Undefined: a title is too short to give a part of it away.
 */
export function chooseSample<Id>(
  recordings: readonly Recording<Id>[],
  { after, seconds }: SamplePlan,
): { id: Id; place: SamplePlace } | undefined {
  const total = recordings.reduce((sum, { sound }) => sum + sound.seconds, 0)
  const length = Math.min(seconds, total * MOST_PART)
  const longest = recordings.toSorted((a, b) => b.sound.seconds - a.sound.seconds)[0]
  const long = recordings.filter(({ sound }) => sound.seconds >= after + length + REACH)
  const chosen = long.find(({ isFaulty }) => !isFaulty) ?? long[0] ?? longest
  if (!chosen || length < SAMPLE_LENGTH.least) return undefined
  const room = Math.max(0, (chosen.sound.seconds - length) / 2)
  return { id: chosen.id, place: samplePlace(chosen.sound, { after: Math.min(after, room), seconds: length }) }
}
