import { plainLine } from '#contract/text/plain-text.ts'

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
}
/** Marks of WebVTT, of SubRip and HTML, and times inside a cue. A `<` before a space or digit is text. */
const TAG = /<\/?[a-zA-Z][^<>]*>|<\/>|<\d[\d:.]*>|\{\\[^{}]*\}/g
/** What they hold is code, not words. */
const CODE = /<(script|style)\b[^<>]*>[\s\S]*?<\/\1\s*>/gi
const COMMENT = /<!--[\s\S]*?-->/g

/**
 * The words of a cue without markup, in one line. Markup goes before entities are read, so that `&lt;b&gt;` stays the text
 * `<b>`: output must escape it, as every text.
 */
export function cueText(raw: string): string {
  return plainLine(decodeEntities(raw.replace(CODE, ' ').replace(COMMENT, ' ').replace(TAG, '')))
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
  })
}

/** `<v Asha>` at the beginning of a cue names who speaks. */
export function speakerOf(raw: string): string | undefined {
  const [, name = ''] = /^\s*<v(?:\.[^\s<>]*)?\s+([^<>]{1,200})>/.exec(raw) ?? []
  return cueText(name).slice(0, 100) || undefined
}
