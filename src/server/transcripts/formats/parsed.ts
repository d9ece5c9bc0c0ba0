import { CUE_LETTERS_MAX, CUES_MAX, type Cue } from '#contract/transcripts/transcripts.ts'
import type { TextFault } from './decode-text.ts'

/** Why a file gives no text. `line`: of the file, from 1. */
type ParseFault =
  | TextFault
  | 'noText'
  | 'lineTooLong'
  | 'tooManyLines'
  | 'badTime'
  | 'notEpub'
  | 'noOverlay'
  | 'unknownFormat'
export type ParseFailure = { fault: ParseFault; line?: number }
/** `notes`: what was mended. */
export type Parsed = { cues: Cue[]; isTimed: boolean; notes: ParseNote[] }
type ParseNote = 'windows1252' | 'sorted'

export const isParseFailure = (result: Parsed | ParseFailure): result is ParseFailure => 'fault' in result

/** Checks the limits that hold for every format, and puts cues into the order of their times. */
export function complete(cues: readonly (Cue & { line?: number })[]): Parsed | ParseFailure {
  const filled = cues.filter(({ text }) => text !== '')
  if (filled.length === 0) return { fault: 'noText' }
  if (filled.length > CUES_MAX) return { fault: 'tooManyLines' }
  const long = filled.find(({ text }) => text.length > CUE_LETTERS_MAX)
  if (long) return { fault: 'lineTooLong', ...(long.line !== undefined && { line: long.line }) }
  const isTimed = filled.every(({ start }) => start !== null)
  const bare = filled.map(({ start, end, text, speaker }) => ({
    start: isTimed ? start : null,
    end: isTimed ? end : null,
    text,
    ...(speaker && { speaker }),
  }))
  const sorted = isTimed ? bare.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0)) : bare
  return { cues: sorted, isTimed, notes: sorted.some((cue, at) => cue !== bare[at]) ? ['sorted'] : [] }
}
