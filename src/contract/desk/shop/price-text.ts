import { asciiDigits } from '../../text/digits.ts'

/** Commas stand between thousands, as in 1,299 and 1,25,000; in 199,50 it is not known what the comma means. */
const AMOUNT = /^(?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.\d{1,2})?$/
const MAX_DIGITS = 7

/** Hundredths of a typed amount: 199, १९९.५०, 1,299. Undefined: not an amount. Empty is 0. */
export function readPrice(text: string): number | undefined {
  const typed = asciiDigits(text).replace(/[₹$\s]/g, '')
  if (typed === '') return 0
  const plain = typed.replaceAll(',', '')
  const isAmount = AMOUNT.test(typed) && plain.replace(/\..*/, '').length <= MAX_DIGITS
  return isAmount ? Math.round(Number(plain) * 100) : undefined
}

/** A typed number: 1,000, १०० or 15. What is none stays as it was typed, and the server names its field: JSON would turn NaN into null, which means “no limit”. */
export function readTypedNumber(text: string): number | string {
  const plain = asciiDigits(text).replace(/[,\s]/g, '')
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : text.trim() && text
}

export const priceText = (hundredths: number): string =>
  hundredths === 0 ? '' : (hundredths / 100).toFixed(2).replace(/\.00$/, '')
