import { isCalendarDay } from '../fields/fields.ts'
import { integer, max, min, pattern, refine, string } from 'superstruct'

/** Of a row of the import: ASCII; must never change; unique per kind of row. */
export const Key = pattern(string(), /^[a-z0-9][a-z0-9._/-]{0,119}$/)

/** What a column of whole numbers holds. A date, phone number or ISBN that slips into one is a fault of its row. */
export const Int4 = max(min(integer(), -(2 ** 31)), 2 ** 31 - 1)

/** YYYY-MM-DD of a day that exists. */
export const CalendarDay = refine(string(), 'date', isCalendarDay)

/** `5-8` or `5+`. */
export const AGES = /^\d{1,2}(?:-\d{1,2}|\+)$/

/** BCP 47, in its usual case: `en-CA`, `hi`. */
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/
// To make one costs more than a thousand uses of it.
let names: Intl.DisplayNames | undefined

/** Whether pages can name the language: `Intl` throws for some that look like a tag, such as `hi-12`, `zh-cmn` and `en-u-nu-deva`. */
export function isLanguageTag(text: string): boolean {
  if (!LANGUAGE_TAG.test(text)) return false
  names ??= new Intl.DisplayNames('en', { type: 'language' })
  try {
    return names.of(text) !== undefined
  } catch {
    return false
  }
}
export const LanguageTag = refine(string(), 'language', isLanguageTag)
