import { createHash } from 'node:crypto'
import { asciiDigits } from '#contract/digits.ts'

const RIGHT = /^[a-z0-9][a-z0-9._/-]{0,79}$/
/** Leaves room for the keys of tracks behind it. */
const MOST = 80
const MARKS = /\p{M}/gu

export const shortHash = (text: string): string =>
  createHash('sha256').update(text.normalize('NFC')).digest('hex').slice(0, 12)

/**
 * The key of what somebody calls by any words: always the same for the same words. Where letters were lost on the way to
 * ASCII a hash of the words stands at the end, so that ज्ञानेश्वरी and दासबोध stay two.
 */
export function keyOf(words: string): string {
  const lower = asciiDigits(words.trim().toLowerCase())
  if (RIGHT.test(lower)) return lower
  const ascii = lower
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/[^a-z0-9._/-]+/g, '-')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
  const isWhole = /^[a-z0-9 ._/-]+$/.test(lower) && ascii.length <= MOST && RIGHT.test(ascii)
  if (isWhole) return ascii
  const stem = ascii.slice(0, MOST - 13).replace(/[^a-z0-9]+$/, '')
  return stem ? `${stem}-${shortHash(lower)}` : shortHash(lower)
}
