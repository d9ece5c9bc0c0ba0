// oxlint-disable-next-line no-control-regex -- control letters are what is looked for
const NEVER =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]/g
/** Joiners shape Devanagari (र्‍य); anywhere else they only make equal texts unequal. */
const STRAY_JOINER = /(?<![\u0900-\u097f])[\u200c\u200d]+|[\u200c\u200d]+(?![\u0900-\u097f])/g

/** Text as it is kept: composed, without letters that nobody sees, lines kept. It may hold `<` and `&`: who shows it escapes it. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(NEVER, '')
    .replace(STRAY_JOINER, '')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .trim()
}

/** The same in one line: nothing in it can end a header of a mail. */
export const plainLine = (text: string): string => plainText(text.replace(/[\s\u0085\u2028\u2029]+/g, ' '))

/** Limits are in code points, as PostgreSQL counts them: a Devanagari syllable is several. */
export const lengthOf = (text: string): number => [...text].length
