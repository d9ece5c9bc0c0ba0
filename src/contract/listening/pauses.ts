import { array, integer, object, type } from 'superstruct'
import type { Pause } from './audio.ts'
import { endpoint } from '../http/endpoint.ts'
import { Id, status } from '../fields/wire-fields.ts'

/** Rules of shorter pauses, for browser and server. Only a listener who switches them on loads this file. */

/** Shorter pauses stay as they are. Seconds. */
export const SHORTEST_PAUSE = 0.6
/** What stays of a pause: before it is cut, and before the next words, which a seek may miss by a frame or two. */
export const LEFT_AFTER_WORDS = 0.15
export const LEFT_BEFORE_WORDS = 0.2

export const trackPauses = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/track-pauses/:id/',
  input: object({ id: Id }),
  /** As `encodePauses` writes them; empty while nobody has measured the recording. */
  reply: type({ status, pauses: array(integer()) }),
  faults: ['noAccess'],
  summary: 'Where a track is silent between its words',
})

/** In hundredths, because 10.6 - 10 is less than 0.6. */
const isLong = ({ start, end }: Pause): boolean => Math.round((end - start) * 100) >= SHORTEST_PAUSE * 100

/**
 * Pauses between words that can be shortened, in hundredths of a second: for each the sound since the pause before it, and its
 * length. An hour of speech has a few hundred, and most of these numbers have two or three digits.
 */
export function encodePauses(pauses: readonly Pause[], seconds: number): number[] {
  let before = 0
  return pauses.flatMap(({ start, end }) => {
    const isBetweenWords = start > 0 && end < seconds
    if (!isBetweenWords || !isLong({ start, end })) return []
    const [from, to] = [Math.round(start * 100), Math.round(end * 100)]
    const numbers = [from - before, to - from]
    before = to
    return numbers
  })
}

export function decodePauses(numbers: readonly number[]): Pause[] {
  let at = 0
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => {
    const start = at + (numbers[index * 2] ?? 0)
    at = start + (numbers[index * 2 + 1] ?? 0)
    return { start: start / 100, end: at / 100 }
  })
}

/** Where playback goes on when it reaches the inner part of a pause; undefined outside of it. */
export function skipFrom(pauses: readonly Pause[], seconds: number): number | undefined {
  const inside = pauses.find(
    ({ start, end }) => seconds >= start + LEFT_AFTER_WORDS && seconds < end - LEFT_BEFORE_WORDS,
  )
  return inside && inside.end - LEFT_BEFORE_WORDS
}

/** Seconds of the recording between two positions that a player with shorter pauses leaves out. */
export function skippedBetween(pauses: readonly Pause[], from: number, to: number): number {
  return pauses.reduce((sum, { start, end }) => {
    const [first, last] = [Math.max(from, start + LEFT_AFTER_WORDS), Math.min(to, end - LEFT_BEFORE_WORDS)]
    return isLong({ start, end }) ? sum + Math.max(0, last - first) : sum
  }, 0)
}
