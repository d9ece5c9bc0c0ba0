import { asciiDigits } from './digits.ts'

/** Rules about what was heard, for browser and server alike. All lengths and places are seconds. */

/** The quickest that the player plays (PL-7). */
export const MAX_SPEED = 3
/** Two devices that are further apart than this disagree: the listener is asked (PL-9). */
export const DISAGREEMENT_SECONDS = 60

export type Place = { trackId: number; seconds: number }

export function disagree(one: Place, other: Place): boolean {
  return one.trackId !== other.trackId || Math.abs(one.seconds - other.seconds) > DISAGREEMENT_SECONDS
}

/** Where a track goes on: one that was heard to its end begins anew. */
export function resumeAt(seconds: number, length: number): number {
  return length > 0 && seconds >= length - 2 ? 0 : seconds
}

/** Whether so much could be heard in so much time of the clock. Places are told in whole seconds, hence one more. */
export function isPlausible(heardSeconds: number, clockSeconds: number): boolean {
  return heardSeconds > 0 && clockSeconds >= 1 && heardSeconds <= clockSeconds * MAX_SPEED + 1
}

export type Heard = { seconds: number; heard: number }

/** Leaves out the silence at an end and what rounding lost: 2 % of the track, 2 to 10 seconds, never more than a quarter. */
export function isHeard({ seconds, heard }: Heard): boolean {
  return heard > 0 && heard >= seconds - Math.min(seconds / 4, Math.max(2, Math.min(10, seconds * 0.02)))
}

/** Percent with one decimal, rounded down: 100 only when every track was heard (AC-2). */
export function completionOf(tracks: readonly Heard[]): number {
  if (tracks.length === 0) return 0
  if (tracks.every(isHeard)) return 100
  const whole = tracks.reduce((sum, { seconds }) => sum + seconds, 0)
  const heard = tracks.reduce((sum, track) => sum + (isHeard(track) ? track.seconds : Math.min(track.heard, track.seconds)), 0)
  return Math.min(99.9, Math.floor((heard / whole) * 1000) / 10)
}

/** Two days: no track is longer. */
const MOST_SECONDS = 172_800

/** Seconds as they come on the wire, text or number (D7). Undefined when they are none. */
export function secondsOf(value: string | number): number | undefined {
  const seconds = typeof value === 'number' ? value : Number(/^\d{1,6}(?:\.\d{1,6})?$/.exec(asciiDigits(value))?.[0] ?? Number.NaN)
  return seconds >= 0 && seconds <= MOST_SECONDS ? seconds : undefined
}
