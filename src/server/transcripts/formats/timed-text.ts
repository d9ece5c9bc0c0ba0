import { CUE_MS_MAX, type Cue } from '#contract/transcripts/transcripts.ts'
import { asciiDigits } from '#contract/text/digits.ts'
import { cueText, speakerOf } from './cue-text.ts'
import { complete, type Parsed, type ParseFailure } from './parsed.ts'

const TIME = String.raw`(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,6}))?`
const TIMING = new RegExp(`^\\s*${TIME}\\s*-->\\s*${TIME}(?:\\s.*)?$`)
const BLOCK_OF_NO_CUE = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:[\s:]|$)/

/** What stands where a timing does; the arrow of an HTML comment is text. */
const ARROW = /^\s*[^\s<>]+\s*-->/

/** A timing in any script: some tools write the digits of the language. */
const timingOf = (line: string) => TIMING.exec(asciiDigits(line))

/** WebVTT and SubRip: blocks of a number or name, a timing and lines of text, between empty lines. */
export function parseTimedText(text: string): Parsed | ParseFailure {
  const cues: (Cue & { line: number })[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (BLOCK_OF_NO_CUE.test(line)) at = endOfBlock(lines, at)
    if (!ARROW.test(line)) continue
    const times = timesOf(line)
    if (!times) return { fault: 'badTime', line: at + 1 }
    const end = endOfText(lines, at + 1)
    const raw = lines.slice(at + 1, end).join('\n')
    cues.push({ ...times, text: cueText(raw), ...speaker(raw), line: at + 1 })
    at = end - 1
  }
  return complete(cues)
}

const speaker = (raw: string) => {
  const name = speakerOf(raw)
  return name === undefined ? {} : { speaker: name }
}

/** Comments and styles may hold arrows and anything else; the header may be followed by a timing without an empty line. */
function endOfBlock(lines: readonly string[], from: number): number {
  let at = from
  while (at + 1 < lines.length && (lines[at + 1] ?? '').trim() !== '' && !timingOf(lines[at + 1] ?? '')) at += 1
  return at
}

/** The number before the next timing is not text, also where the empty line between two cues is missing. */
function endOfText(lines: readonly string[], from: number): number {
  let at = from
  while (at < lines.length && (lines[at] ?? '').trim() !== '' && !ARROW.test(lines[at] ?? '')) at += 1
  const isCut = ARROW.test(lines[at] ?? '') && at > from && /^\s*\d+\s*$/.test(lines[at - 1] ?? '')
  return isCut ? at - 1 : at
}

function timesOf(line: string): { start: number; end: number } | undefined {
  const found = timingOf(line)
  if (!found) return undefined
  const start = millisecondsOf(found.slice(1, 5))
  const end = millisecondsOf(found.slice(5, 9))
  if (start > CUE_MS_MAX || end > CUE_MS_MAX) return undefined
  return { start, end: Math.max(start, end) }
}

function millisecondsOf([hours = '0', minutes = '0', seconds = '0', part = '0']: (string | undefined)[]): number {
  return (
    Number(hours) * 3_600_000 +
    Number(minutes) * 60_000 +
    Number(seconds) * 1_000 +
    Math.round(Number(`0.${part}`) * 1_000)
  )
}
