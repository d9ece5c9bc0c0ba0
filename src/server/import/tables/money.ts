import { asciiDigits } from '#contract/text/digits.ts'
import { invalid, textOf, type Read, type Reading } from './values.ts'

const RUPEES = /(?:₹|(?<![a-z])(?:rs|inr|rupees?)(?![a-z])\.?|रु(?:पये|पए|पया)?\.?|रू\.?)/giu
const DOLLARS = /(?:us\s?\$|\$\s?us|(?<![a-z])(?:usd|dollars?)(?![a-z])|\$|डॉलर)/giu
/** Amounts in another currency are no price of the shop: CA$, A$, €, £ … */
const OTHERS =
  /(?:(?<![a-z])(?:ca|c|a|au|nz|hk|s|sg)\s?\$|[€£¥₩₽₺₫฿₴₦]|(?<![a-z])(?:euros?|eur|gbp|pounds?|jpy|cad|aud|nzd|sgd|hkd|chf|aed|npr|pkr|lkr|bdt)(?![a-z]))/iu
type Currency = 'rupees' | 'dollars'

/** 1,250 and 1,25,000 are grouped; so is 1.299,50, the European way; 199,50 is 199.50 in a sheet with semicolons. */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d{1,2})?$/
const EUROPEAN = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$/
const PLAIN = /^\d+(?:[.,]\d{1,2})?$/
/** Right in a sheet with semicolons; elsewhere perhaps a slip in 1,499. */
const DECIMAL_COMMA = /^\d+,\d{1,2}$/
const MAX_AMOUNT = 1_000_000

/** The currency of the sign or word in a cell; undefined without one. */
export function currencyIn(text: string): Currency | 'other' | undefined {
  const [isRupees, isDollars] = [text.search(RUPEES) >= 0, text.search(DOLLARS) >= 0]
  if (OTHERS.test(text) || (isRupees && isDollars)) return 'other'
  return isRupees ? 'rupees' : isDollars ? 'dollars' : undefined
}

/** Hundredths of an amount in any usual form. */
function amountIn(text: string): Reading {
  const digits = asciiDigits(text)
    .replace(RUPEES, '')
    .replace(DOLLARS, '')
    .replace(/\/-|[\s']/g, '')
  const hundredths = Math.round(Number(decimal(digits) || Number.NaN) * 100)
  if (Number.isNaN(hundredths)) return invalid('money')
  if (hundredths > MAX_AMOUNT * 100) return invalid('moneyHigh')
  return { value: hundredths, ...(DECIMAL_COMMA.test(digits) && { note: 'decimalComma' }) }
}

function decimal(digits: string): string {
  if (GROUPED.test(digits)) return digits.replaceAll(',', '')
  if (EUROPEAN.test(digits)) return digits.replaceAll('.', '').replace(',', '.')
  return PLAIN.test(digits) ? digits.replace(',', '.') : ''
}

/** A price in the currency of its column: another sign is a fault, because a wrong price costs money. */
const moneyIn =
  (column: Currency): Read =>
  (cell) => {
    const currency = currencyIn(textOf(cell))
    return currency === undefined || currency === column ? amountIn(textOf(cell)) : invalid('currency')
  }
export const rupees = moneyIn('rupees')
export const dollars = moneyIn('dollars')

const FREE = /^(?:free|मोफत|विनामूल्य|फुकट)$/i
/** A price in rupees, or the word `free`. */
export const price: Read = (cell) => (FREE.test(textOf(cell)) ? { value: 'free' } : rupees(cell))

/** A column that names no currency: rupees, unless its cell says dollars. */
export const priceBySign: Read = (cell) => {
  const isDollars = currencyIn(textOf(cell)) === 'dollars'
  const reading = isDollars ? dollars(cell) : price(cell)
  return 'value' in reading ? { ...reading, field: isDollars ? 'priceUsd' : 'priceInr' } : reading
}
