import { asciiDigits } from '../digits.ts'

/** Hundredths of a typed amount: 199, १९९.५०, 1,299. Undefined: not an amount. Empty is 0. */
export function readPrice(text: string): number | undefined {
  const digits = asciiDigits(text).replace(/[₹$,\s]/g, '')
  if (digits === '') return 0
  return /^\d{1,7}(?:\.\d{1,2})?$/.test(digits) ? Math.round(Number(digits) * 100) : undefined
}

export const priceText = (hundredths: number): string =>
  hundredths === 0 ? '' : (hundredths / 100).toFixed(2).replace(/\.00$/, '')
