import type { Pause } from '#contract/listening/audio.ts'

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

/** The level and the spread of each half second. Digital silence is none of the room, because it hides it. */
function halfSeconds(levels: readonly number[]): { level: number; spread: number }[] {
  return levels.slice(ROOM_WINDOWS - 1).flatMap((_, at) => {
    const windows = levels.slice(at, at + ROOM_WINDOWS)
    const [quietest, loudest] = [Math.min(...windows), Math.max(...windows)]
    if (quietest < DIGITAL_SILENCE) return []
    const power = windows.reduce((sum, level) => sum + 10 ** (level / 10), 0)
    return { level: decibels(power / ROOM_WINDOWS), spread: loudest - quietest }
  })
}

const lowest = (halves: readonly { level: number }[]): number =>
  halves.reduce((least, { level }) => Math.min(least, level), Infinity)

/** The quietest half second of a recording; −∞: there is none. */
export function quietestLevel(levels: readonly number[]): number {
  const quietest = lowest(halfSeconds(levels))
  return quietest === Infinity ? -Infinity : quietest
}

/**
 * The room of a recording: its quietest half second. Where pauses are digital silence, as a noise gate, an editor or a computer's voice
 * leaves them, that half second may be a fading word: only an even one far below the speech is a room. −∞: none is heard.
 */
export function roomLevel(levels: readonly number[]): number {
  if (!isSilentInside(levels)) return quietestLevel(levels)
  const power = levels.reduce((sum, level) => sum + 10 ** (level / 10), 0)
  const limit = decibels(power / levels.length) - FAR_BELOW
  const room = lowest(halfSeconds(levels).filter(({ level, spread }) => spread < UNEVEN && level < limit))
  return room === Infinity ? -Infinity : room
}

/** Decibels between the windows of a half second: more than the noise of a room has. */
const UNEVEN = 10
/** Decibels below the whole recording. */
const FAR_BELOW = 12
/** Quieter than the dither of 16 bits. */
const DIGITAL_SILENCE = -110

function isSilentInside(levels: readonly number[]): boolean {
  const isSound = (level: number) => level >= DIGITAL_SILENCE
  const [first, last] = [levels.findIndex(isSound), levels.findLastIndex(isSound)]
  return levels.slice(Math.max(0, first), last + 1).some((level) => !isSound(level))
}
