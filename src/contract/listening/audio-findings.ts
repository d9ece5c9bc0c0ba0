import { boolean, enums, integer, number, optional, type, type Infer } from 'superstruct'
import type { Measurement } from './audio.ts'

/** What the sound doctor says of a title, the worst first; the words are in `i18n/…/deskSound.json`. */
export const FINDINGS = [
  'silent',
  'oneSilent',
  'outOfPhase',
  'clipped',
  'louder',
  'quieter',
  'noisy',
  'longPause',
  'shortTrack',
  'longTrack',
  'lowRate',
  'mixedRates',
] as const

export const Finding = type({
  code: enums(FINDINGS),
  /** Its place in the title, from 1. */
  track: optional(integer()),
  /** Decibels, seconds, samples a second or a number of places, as the code says. */
  value: optional(number()),
  /** The second at which it is. */
  at: optional(number()),
})
export type Finding = Infer<typeof Finding>

/** What ACX, which takes audiobooks for Audible, asks of a file (acx.com, Audio Submission Requirements). */
export const ACX = {
  rms: { from: -23, to: -18 },
  peak: { to: -3 },
  noise: { to: -60 },
  seconds: { to: 120 * 60 },
  rate: 44_100,
  /** Room tone, in seconds. */
  head: { from: 0.5, to: 1 },
  tail: { from: 1, to: 5 },
} as const

export const AcxRow = type({
  name: enums(['rms', 'peak', 'noise', 'seconds', 'rate', 'head', 'tail']),
  value: number(),
  is_met: boolean(),
})
export type AcxRow = Infer<typeof AcxRow>

/** A recording by the rows of ACX. A file without room tone has 0 seconds of it. */
export function acxRows({ rms, truePeak, noiseFloor, seconds, rate, pauses }: Measurement): AcxRow[] {
  const first = pauses[0]
  const last = pauses.at(-1)
  const head = first && first.start < 0.1 ? first.end : 0
  const tail = last && last.end > seconds - 0.1 ? last.end - last.start : 0
  const noise = noiseFloor ?? -Infinity
  return [
    row('rms', rms, isWithin(rms, ACX.rms)),
    row('peak', truePeak, truePeak <= ACX.peak.to),
    row('noise', Math.max(noise, -140), noise <= ACX.noise.to),
    row('seconds', seconds, seconds <= ACX.seconds.to),
    row('rate', rate, rate === ACX.rate),
    row('head', head, isWithin(head, ACX.head)),
    row('tail', tail, isWithin(tail, ACX.tail)),
  ]
}

const isWithin = (value: number, { from, to }: { from: number; to: number }) => value >= from && value <= to
const row = (name: AcxRow['name'], value: number, isMet: boolean): AcxRow => ({
  name,
  value: Math.round(value * 10) / 10,
  is_met: isMet,
})
