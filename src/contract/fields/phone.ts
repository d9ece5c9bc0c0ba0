/** Phone numbers by the rules of their country. Trap: 40 KB with the rules of all countries, so forms import this file lazily. */
import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/min'
import { asciiDigits } from '../text/digits.ts'
import { plainLine } from '../text/plain-text.ts'

/** Ten digits with the area code. The library also takes service numbers, which nobody can be reached at. */
const INDIAN = /^[2-9]\d{9}$/

/**
 * The number as the shop stores it: national digits when it has the calling code of `country`, otherwise `+` and all digits. Undefined:
 * there is no such number. Accepts spaces, dashes, brackets, a leading 0 and the digits of both scripts.
 */
export function phoneOf(typed: string, country: string): string | undefined {
  if (!isSupportedCountry(country)) return undefined
  const text = asciiDigits(plainLine(typed))
  const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false })
  if (!number || number.ext || !exists(number)) return undefined
  return number.countryCallingCode === getCountryCallingCode(country) ? number.nationalNumber : number.number
}

const exists = (number: PhoneNumber): boolean =>
  number.countryCallingCode === '91' ? INDIAN.test(number.nationalNumber) : number.isValid()

/** With the code of its country (E.164), for a place that stores no country beside it. */
export function worldPhone(typed: string, country: string): string | undefined {
  const stored = phoneOf(typed, country)
  if (stored === undefined || stored.startsWith('+') || !isSupportedCountry(country)) return stored
  return `+${getCountryCallingCode(country)}${stored}`
}

export const isPhone = (typed: string, country: string): boolean => phoneOf(typed, country) !== undefined

/** A number of one country as somebody in another country writes it. Undefined: there is no such number. */
export function phoneAbroad(typed: string, from: string, to: string): string | undefined {
  const stored = worldPhone(typed, from)
  return stored === undefined ? undefined : phoneOf(stored, to)
}
