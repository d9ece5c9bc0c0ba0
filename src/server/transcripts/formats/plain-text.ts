import type { Locale } from '#contract/text/locale.ts'
import { cueText } from './cue-text.ts'
import { complete, type Parsed, type ParseFailure } from './parsed.ts'
import { sentencesOf } from '#contract/transcripts/sentences.ts'

/** Text without times: each sentence is a line. Line ends of a paragraph are those of an editor, not of sentences. */
export function parsePlainText(text: string, locale: Locale): Parsed | ParseFailure {
  const paragraphs = text.split(/\n[ \t]*\n/)
  const cues = paragraphs.flatMap((paragraph) =>
    sentencesOf(cueText(paragraph), locale).map((sentence) => ({ start: null, end: null, text: sentence })),
  )
  return complete(cues)
}

/** Marks at the beginning of a line: headings, quotations, lists, and lines of dashes. */
const LINE_MARKS = /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+|\d{1,4}[.)][ \t]+)+/
const RULE = /^[ \t]*(?:[-*_=][ \t]*){3,}$/

/** The words of Markdown; headings are paragraphs, code blocks and pictures say nothing. */
export function parseMarkdown(text: string, locale: Locale): Parsed | ParseFailure {
  const lines = withoutFences(text.replace(/^---\n[\s\S]*?\n---(?:\n|$)/, '')).map((line) => {
    if (RULE.test(line)) return ''
    const isHeading = /^[ \t]*#{1,6}[ \t]/.test(line)
    const words = inlineText(line.replace(LINE_MARKS, ''))
    return isHeading || /^[ \t]*(?:[-*+]|\d{1,4}[.)])[ \t]/.test(line) ? `\n${words}\n` : words
  })
  return parsePlainText(lines.join('\n'), locale)
}

function withoutFences(text: string): string[] {
  let fence: string | undefined
  return text.split('\n').filter((line) => {
    const [, mark = ''] = /^[ \t]*(```|~~~)/.exec(line) ?? []
    if (fence === undefined && !mark) return true
    fence = fence === undefined ? mark : mark === fence ? undefined : fence
    return false
  })
}

/** Escaped letters stand aside in a private area while marks are taken away. */
const PRIVATE = 0xe000

function inlineText(line: string): string {
  const escaped = line.replace(/\\([\\`*_{}[\]()#+\-.!>~|])/g, (_, letter: string) =>
    String.fromCharCode(PRIVATE + letter.charCodeAt(0)),
  )
  const bare = escaped.replace(/!\[[^[\]]*\]\([^()]*\)/g, '').replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
  return withoutEmphasis(withoutEmphasis(bare)).replace(/[\ue000-\ue07f]/g, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) - PRIVATE),
  )
}

/** Inner marks go first, so twice is enough for words that are bold and in italics. */
const withoutEmphasis = (line: string) =>
  line
    .replace(/(?<![\p{L}\p{M}\p{N}_])(_{1,3})(?=[^\s_])([^*_~`]*[^\s_])\1(?![\p{L}\p{M}\p{N}_])/gu, '$2')
    .replace(/(\*{1,3}|~~|`)(?=[^\s*~`])([^*~`]*[^\s*~`])\1/g, '$2')
