import { max, min, number, refine } from 'superstruct'
import { asciiDigits } from '../text/digits.ts'

const MAX_SERIES_NUMBER = 9_999
/** The place of a title in its series: whole, or with up to two decimals for what came between two parts. */
export const SeriesNumber = refine(
  max(min(number(), 0), MAX_SERIES_NUMBER),
  'seriesNumber',
  (given) => Math.abs(Math.round(given * 100) - given * 100) < 1e-6,
)

/** A number as somebody types it: 3, 1.5, ४. Null: nothing; undefined: it is none. */
export function readSeriesNumber(typed: string): number | null | undefined {
  const text = asciiDigits(typed).trim().replace(/^#\s?/, '').replace(',', '.')
  if (text === '') return null
  return /^\d{1,4}(?:\.\d{1,2})?$/.test(text) ? Number(text) : undefined
}
