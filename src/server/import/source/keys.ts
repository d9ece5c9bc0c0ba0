import { createHash } from 'node:crypto'
import { asciiDigits } from '#contract/text/digits.ts'

const VALID_KEY = /^[a-z0-9][a-z0-9._/-]{0,79}$/
/** Keys of tracks append to the key of their title. */
const MAX_LENGTH = 80
const MARKS = /\p{M}/gu

export const shortHash = (text: string): string =>
  createHash('sha256').update(text.normalize('NFC')).digest('hex').slice(0, 12)

/**
 * A stable key for any text. When the conversion to ASCII loses letters, a hash of the text is appended, so that
 * ज्ञानेश्वरी and दासबोध get different keys.
 */
export function keyOf(text: string): string {
  const lower = asciiDigits(text.trim().toLowerCase())
  if (VALID_KEY.test(lower)) return lower
  const ascii = lower
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/[^a-z0-9._/-]+/g, '-')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
  const isComplete = /^[a-z0-9 ._/-]+$/.test(lower) && ascii.length <= MAX_LENGTH && VALID_KEY.test(ascii)
  if (isComplete) return ascii
  const stem = ascii.slice(0, MAX_LENGTH - 13).replace(/[^a-z0-9]+$/, '')
  return stem ? `${stem}-${shortHash(lower)}` : shortHash(lower)
}
