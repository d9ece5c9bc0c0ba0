const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd\ufffe\uffff]/g
/** Half of a character, as a cut emoji leaves it: PostgreSQL stores none in JSON. */
const HALF_CHARACTER = /\p{Cs}/gu
/** Joiners change the shape of Devanagari (र्‍य); elsewhere they only make equal texts differ. */
const STRAY_JOINER = /(?<![\u0900-\u097f])[\u200c\u200d]+|[\u200c\u200d]+(?![\u0900-\u097f])/g
/** A letter of Devanagari has up to five; heaps of them would cover the lines above and below. */
const HEAPED_MARKS = /(\p{M}{6})\p{M}+/gu

/** Normalizes text for storage: NFC, no invisible characters, line breaks stay. It may contain `<` and `&`, so output must escape it. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|\u0085/g, '\n')
    .replace(INVISIBLE, '')
    .replace(HALF_CHARACTER, '')
    .replace(STRAY_JOINER, '')
    .replace(HEAPED_MARKS, '$1')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .trim()
}

/** The same in one line: the result cannot end a mail header. */
export const plainLine = (text: string): string => plainText(text.replace(/[\s\u0085\u2028\u2029]+/g, ' '))

/** Without what neither XML nor PostgreSQL's JSON holds. Everything else stays as it is, for texts that others compare, such as a guid. */
export const xmlText = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(HALF_CHARACTER, '')

/** Length in code points, as PostgreSQL counts; a Devanagari syllable has several. */
export const lengthOf = (text: string): number => [...text].length
