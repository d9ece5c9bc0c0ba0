import type { TextFinding } from '#contract/desk/transcripts.ts'
import type { Cue } from '#contract/transcripts/transcripts.ts'

/** Nobody speaks faster: the quickest announcements have about 25 letters a second. */
const LETTERS_PER_SECOND = 40
/** Ends and beginnings of lines are rounded by many programs. */
const OVERLAP_MS = 100
/** The end of the sound is rounded too. */
const BEYOND_MS = 1_000

type CheckedText = {
  cues: readonly Cue[]
  isTimed: boolean
  /** Seconds of the recording; 0: not known. */
  seconds: number
  /** The recording is not the one for which the text was brought in. */
  isSoundReplaced: boolean
  /** Lines of the same recording in the other language. */
  otherLines?: number | undefined
}

/** What is surely wrong in a text. `lines`: numbers of the first cues with the fault, from 0. */
export function findingsOf({ cues, isTimed, seconds, isSoundReplaced, otherLines }: CheckedText): TextFinding[] {
  const found: TextFinding[] = []
  const add = (kind: TextFinding['kind'], numbers: number[]) => {
    if (numbers.length > 0) found.push({ kind, count: numbers.length, lines: numbers.slice(0, 20) })
  }
  if (isSoundReplaced && isTimed) found.push({ kind: 'soundReplaced', count: 1, lines: [] })
  if (isTimed) {
    add(
      'beyondSound',
      where(cues, ({ end }) => seconds > 0 && (end ?? 0) > seconds * 1_000 + BEYOND_MS),
    )
    add(
      'overlapping',
      where(cues, ({ start }, before) => (before?.end ?? 0) > (start ?? 0) + OVERLAP_MS),
    )
    add('tooFast', where(cues, isTooFast))
  } else found.push({ kind: 'noTimes', count: cues.length, lines: [] })
  if (otherLines !== undefined && otherLines !== cues.length)
    found.push({ kind: 'unequalLines', count: Math.abs(otherLines - cues.length), lines: [] })
  return found
}

function where(cues: readonly Cue[], isWrong: (cue: Cue, before: Cue | undefined) => boolean): number[] {
  return cues.flatMap((cue, at) => (isWrong(cue, cues[at - 1]) ? [at] : []))
}

function isTooFast({ start, end, text }: Cue): boolean {
  // Marks of Devanagari are part of their letter.
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters > 0 && letters > (((end ?? 0) - (start ?? 0)) / 1_000) * LETTERS_PER_SECOND
}
