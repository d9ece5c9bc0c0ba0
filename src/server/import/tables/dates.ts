import { DAY_MS } from '#contract/time/day.ts'
import { asciiDigits } from '#contract/text/digits.ts'

const ENGLISH = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MARATHI = ['जाने', 'फेब्रु', 'मार्च', 'एप्रि', 'मे', 'जून', 'जुलै', 'ऑगस्ट', 'सप्टें', 'ऑक्टो', 'नोव्हें', 'डिसें']
/** Day 0 of spreadsheet dates. Spreadsheets treat 1900 as a leap year. */
const SHEET_EPOCH = Date.UTC(1899, 11, 30)

/** Converts a date in any usual form to YYYY-MM-DD; undefined when it is not a date. 3/4/2024 is 3 April. */
export function dateOf(given: string): string | undefined {
  // A spreadsheet writes a year among empty cells as 2008.0.
  const text = asciiDigits(given.trim())
    .toLowerCase()
    .replace(/^(\d{4,5})\.0+$/, '$1')
  const [, year = '', month = '', day = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ]\d.*)?$/.exec(text) ?? []
  if (year) return validDate(year, month, day)
  const [, first = '', second = '', last = ''] =
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)(?:[t ]\d.*)?$/.exec(text) ?? []
  // A second number above 12 is a day: 3/15/2024 is the American order.
  if (first)
    return Number(second) > 12 ? validDate(yearOf(last), first, second) : validDate(yearOf(last), second, first)
  if (/^\d{4}$/.test(text)) return validDate(text, '1', '1')
  if (/^\d{4}-\d{1,2}$/.test(text)) return validDate(text.slice(0, 4), text.slice(5), '1')
  if (/^\d{5}$/.test(text)) return new Date(SHEET_EPOCH + Number(text) * DAY_MS).toISOString().slice(0, 10)
  return inWords(text)
}

/** The year of a very old book: before Christ, or one to three digits. It is no day on which a recording was published. */
export function isAncient(given: string): boolean {
  const text = asciiDigits(given.trim()).toLowerCase().replace(/\.0+$/, '')
  if (/^-\s?\d{1,5}(?:-\d\d?){0,2}$/.test(text) || /^(?:c\.|ca\.?|circa)?\s?\d{1,3}$/.test(text)) return true
  return /^\D{0,8}\d{1,5}\s*(?:b\.?\s?c\.?(?:\s?e\.?)?)$|^(?:इ\.?\s?स\.?\s?पू(?:र्व)?\.?|इसवी सन पूर्व)\s*\d{1,5}$/u.test(
    text,
  )
}

function inWords(text: string): string | undefined {
  const words = text.split(/[\s,.\-/]+/).filter(Boolean)
  const month = words.map(monthOf).find((found) => found > 0)
  const numbers = words.filter((word) => /^\d+(?:st|nd|rd|th)?$/.test(word)).map((word) => word.replace(/\D+$/, ''))
  const year = numbers.find((number) => number.length === 4) ?? (numbers.length === 2 ? numbers[1] : undefined)
  if (!month || !year || words.length > 3 || numbers.length + 1 !== words.length) return undefined
  return validDate(
    yearOf(year),
    String(month),
    numbers.length === 2 ? (numbers.find((number) => number !== year) ?? year) : '1',
  )
}

/** Two-digit years: 24 is 2024, 85 is 1985. */
const yearOf = (year: string): string => (year.length === 2 ? `${Number(year) < 70 ? 20 : 19}${year}` : year)

function monthOf(word: string): number {
  const english = ENGLISH.findIndex((month) => word.startsWith(month))
  return (english < 0 ? MARATHI.findIndex((month) => word.startsWith(month)) : english) + 1
}

function validDate(year: string, month: string, day: string): string | undefined {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return Number(year) > 0 && date.toISOString().slice(0, 10) === text ? text : undefined
}
