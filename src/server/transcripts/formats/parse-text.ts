import type { Locale } from '#contract/text/locale.ts'
import { decodeText } from './decode-text.ts'
import { parseJsonText } from './json-text.ts'
import { isParseFailure, type Parsed, type ParseFailure } from './parsed.ts'
import { parseMarkdown, parsePlainText } from './plain-text.ts'
import { parseTimedText } from './timed-text.ts'

/** Endings of files that hold the text of a recording. A book with overlays holds that of several. */
export const TEXT_FILE = /\.(?:vtt|srt|txt|md|markdown|json)$/i
export const EPUB_FILE = /\.epub$/i

const TIMING_LINE = /^\s*(?:\d+:)?\d{1,2}:\d{1,2}[.,]\d+\s*-->/m

/** The lines of a file. Its content says what it is, where it can; its name decides between plain text and Markdown. */
export function parseText(name: string, bytes: Uint8Array, locale: Locale): Parsed | ParseFailure {
  const decoded = decodeText(bytes)
  if (typeof decoded === 'string') return { fault: decoded }
  const parsed = parsedAs(name, decoded.text, locale)
  if (isParseFailure(parsed) || !decoded.note) return parsed
  return { ...parsed, notes: [...parsed.notes, decoded.note] }
}

function parsedAs(name: string, text: string, locale: Locale): Parsed | ParseFailure {
  if (/^WEBVTT(?:[ \t\n]|$)/.test(text) || TIMING_LINE.test(text)) return parseTimedText(text)
  if (/\.(?:vtt|srt)$/i.test(name)) return { fault: 'unknownFormat' }
  if (/\.json$/i.test(name)) return parseJsonText(text)
  return /\.(?:md|markdown)$/i.test(name) ? parseMarkdown(text, locale) : parsePlainText(text, locale)
}
