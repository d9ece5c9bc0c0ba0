import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import type { Locale } from '#contract/text/locale.ts'
import { LINE_QUERY_MAX, searchLines, type FoundLine } from '#contract/transcripts/transcripts.ts'

/** `lines` are missing until the server has answered; none when it did not. */
export type FoundLines = { text: string; lines?: FoundLine[] }
export const $foundLines = atom<FoundLines>({ text: '', lines: [] })

const SHOWN = 6
/** What matches less is not the line that somebody remembers. */
const LEAST_SCORE = 0.55
/** Of what is asked for, as many words are no name of a title. */
const LINE_WORDS = 3
const CERTAIN_SCORE = 0.75

/** Loads the lines that sound like a text; a newer text makes an older answer stale. */
export async function loadFoundLines(wanted: string, locale: Locale): Promise<void> {
  const text = wanted.slice(0, LINE_QUERY_MAX)
  if (!text) return $foundLines.set({ text, lines: [] })
  $foundLines.set({ text })
  const result = await call(searchLines, { q: text, limit: 3 * SHOWN })
  if ($foundLines.get().text !== text) return
  $foundLines.set({ text, lines: result.ok ? shown(result.value.lines, locale) : [] })
}

/**
 * Titles without a name in this language are skipped, as in the results [SH-5]. A sample often has the words of its track: a line of a
 * title stands once, as the track where the reader may hear that.
 */
function shown(lines: FoundLine[], locale: Locale): FoundLine[] {
  const good = lines.filter((line) => line.score >= LEAST_SCORE && line.custom_translation[locale]?.name)
  const isSame = (one: FoundLine, other: FoundLine) => one.product_id === other.product_id && one.text === other.text
  const isExtra = (line: FoundLine) =>
    line.track_id === null && good.some((other) => other.track_id !== null && isSame(line, other))
  return good.filter((line) => !isExtra(line)).slice(0, SHOWN)
}

/** Somebody typed a line, and not the name of a title: it stands before the titles. */
export const isLineSearch = ({ text, lines = [] }: FoundLines): boolean =>
  text.trim().split(/\s+/).length >= LINE_WORDS && (lines[0]?.score ?? 0) >= CERTAIN_SCORE
