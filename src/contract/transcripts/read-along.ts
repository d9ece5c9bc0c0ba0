import type { NumberedCue, Transcript } from './transcripts.ts'

/** A line of the recording, with the lines of the other language that are spoken in the same time. Times are milliseconds. */
export type Line = NumberedCue & { translation: string }
/** `rest`: the text of the other language when nobody knows which line belongs to which. */
export type ReadAlong = { spoken: Transcript; other?: Transcript | undefined; lines: Line[]; rest: NumberedCue[] }

/** Undefined when there is no text that the reader may see. The text in the language of the recording leads. */
export function readAlong(transcripts: readonly Transcript[]): ReadAlong | undefined {
  const spoken = transcripts.find(({ is_spoken: isSpoken }) => isSpoken) ?? transcripts[0]
  if (!spoken || spoken.cues.length === 0) return undefined
  const other = transcripts.find(({ id }) => id !== spoken.id)
  const pairs = other && pairsOf(spoken, other)
  const lines = spoken.cues.map((cue, index) => ({ ...cue, translation: pairs?.[index]?.join(' ') ?? '' }))
  return { spoken, other, lines, rest: other && !pairs ? other.cues : [] }
}

/** For each spoken cue the texts of the other language; undefined when neither times nor counts tell. */
function pairsOf(spoken: Transcript, other: Transcript): string[][] | undefined {
  if (spoken.is_timed && other.is_timed) return pairsByTime(spoken.cues, other.cues)
  if (spoken.access !== 'all' || other.access !== 'all' || spoken.cues.length !== other.cues.length) return undefined
  return other.cues.map(({ text }) => [text])
}

/** A translated line belongs to the spoken line that it shares most time with: the two languages may be cut differently. */
function pairsByTime(spoken: readonly NumberedCue[], other: readonly NumberedCue[]): string[][] {
  const pairs: string[][] = spoken.map(() => [])
  for (const cue of other) {
    let [best, most] = [-1, 0]
    for (
      let at = Math.max(0, lineAt(spoken, cue.start ?? 0));
      (spoken[at]?.start ?? Infinity) < (cue.end ?? 0);
      at += 1
    ) {
      const line = spoken[at]
      const shared = line ? overlap(line, cue) : 0
      if (shared > most) [best, most] = [at, shared]
    }
    pairs[best]?.push(cue.text)
  }
  return pairs
}

const overlap = (one: NumberedCue, other: NumberedCue): number =>
  Math.min(one.end ?? 0, other.end ?? 0) - Math.max(one.start ?? 0, other.start ?? 0)

/** The line that is spoken at a time, or was last; -1 before the first one and in a text without times. */
export function lineAt(lines: readonly Pick<Line, 'start'>[], milliseconds: number): number {
  let [from, to] = [0, lines.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((lines[middle]?.start ?? Infinity) <= milliseconds) from = middle + 1
    else to = middle
  }
  return from - 1
}
