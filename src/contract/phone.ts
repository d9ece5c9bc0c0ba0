/** Phone numbers by the rules of their country. Trap: 40 KB with the rules of all countries, so forms import this file lazily. */
import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/min'
import { asciiDigits } from './digits.ts'
import { plainLine } from './plain-text.ts'

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

/** The national digits alone, for a place that has no room for the code of another country. */
export function nationalPhone(typed: string, country: string): string | undefined {
  const stored = phoneOf(typed, country)
  return stored?.startsWith('+') ? parsePhoneNumberFromString(stored)?.nationalNumber : stored
}

export const isPhone = (typed: string, country: string): boolean => phoneOf(typed, country) !== undefined

/** A number of one country as somebody in another country writes it. Undefined: there is no such number. */
export function phoneAbroad(typed: string, from: string, to: string): string | undefined {
  const stored = phoneOf(typed, from)
  if (stored === undefined || !isSupportedCountry(from)) return undefined
  return phoneOf(stored.startsWith('+') ? stored : `+${getCountryCallingCode(from)}${stored}`, to)
}
