import type { Pause } from '#contract/audio.ts'

export const WINDOW_SECONDS = 0.05
/** Speech is at least this much louder than the room. */
const ABOVE_ROOM = 8
/** However noisy the room is, speech is louder than this, and silence is what is below. Decibels of full scale. */
const LOUDEST_PAUSE = -38
const QUIETEST_PAUSE = -60
const SHORTEST_PAUSE = 0.35

/** Level of a power in decibels of full scale. */
export const decibels = (power: number): number => (power > 0 ? 10 * Math.log10(power) : -Infinity)

/**
 * The pauses of a recording: windows of 50 ms that are hardly louder than its room. `levels`: decibels of each window;
 * `floor`: the level of the room.
 */
export function pausesIn(levels: readonly number[], floor: number): Pause[] {
  const limit = Math.min(LOUDEST_PAUSE, Math.max(QUIETEST_PAUSE, floor + ABOVE_ROOM))
  const pauses: Pause[] = []
  let start: number | undefined
  for (let at = 0; at <= levels.length; at += 1) {
    const isQuiet = at < levels.length && (levels[at] ?? 0) < limit
    if (isQuiet) start ??= at
    else if (start !== undefined) {
      addPause(pauses, start, at)
      start = undefined
    }
  }
  return pauses
}

function addPause(pauses: Pause[], first: number, end: number): void {
  const pause = { start: first * WINDOW_SECONDS, end: end * WINDOW_SECONDS }
  if (pause.end - pause.start >= SHORTEST_PAUSE) pauses.push({ start: rounded(pause.start), end: rounded(pause.end) })
}

const rounded = (seconds: number): number => Math.round(seconds * 100) / 100

/** Half a second. */
const ROOM_WINDOWS = 10

/** The quietest half second of a recording: its room. Digital silence is none, because it hides the room. */
export function roomLevel(levels: readonly number[]): number {
  let quietest = Infinity
  for (let at = 0; at + ROOM_WINDOWS <= levels.length; at += 1) {
    const windows = levels.slice(at, at + ROOM_WINDOWS)
    if (windows.some((level) => level < DIGITAL_SILENCE)) continue
    const power = windows.reduce((sum, level) => sum + 10 ** (level / 10), 0)
    quietest = Math.min(quietest, decibels(power / ROOM_WINDOWS))
  }
  return quietest === Infinity ? -Infinity : quietest
}

/** Quieter than the dither of 16 bits. */
const DIGITAL_SILENCE = -110
