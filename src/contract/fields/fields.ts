/** Structs of form fields, used by forms and server. Every rule has a fault code. */
import { coerce, refine, string, type Struct, type StructError } from 'superstruct'
import { asciiDigits } from '../text/digits.ts'
import { lengthOf, plainLine, plainText } from '../text/plain-text.ts'

export const NAME_MAX = 50
export const EMAIL_MAX = 50
export const MOBILE_MAX = 16
export const MESSAGE_MAX = 500

/** Letters of both scripts, each with optional marks. Marks count as part of a letter: श्री is a name. */
const WORD = String.raw`(?:(?=\p{L})[\p{Script=Latin}\p{Script=Devanagari}](?:(?=\p{M})[\p{Script=Devanagari}\u0300-\u036f\u0951\u0952]|[\u200c\u200d])*)+`
/** Words with one space, apostrophe or hyphen between them: O’Brien, Anne-Marie. */
const NAME = new RegExp(`^${WORD}(?:[ '’-]${WORD})*$`, 'u')
/** One @ and a host with a dot; no character that could start another address or a mail header. */
export const EMAIL = /^[^\s@<>"'(),;:\\[\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i
/** An optional plus, then 6 to 15 digits or dashes, of which at least 6 are digits. */
const MOBILE = /^(?=(?:\D*\d){6})\+?[\d-]{6,15}$/

type Clean = (text: string) => string
type Rule = readonly [fault: string, isValid: (text: string) => boolean]

/** A text field that is cleaned first and then checked by every rule in order. */
export function field(clean: Clean, ...rules: Rule[]): Struct<string, null> {
  return rules.reduce<Struct<string, null>>(
    (struct, [fault, isValid]) => refine(struct, fault, isValid),
    coerce(string(), string(), clean),
  )
}

export const required: Rule = ['required', (text) => text !== '']
/** As it was typed: also spaces are a part of a password. */
export const NotEmpty = refine(string(), ...required)
export const NotBlank = refine(string(), 'required', (text) => text.trim() !== '')
export const tooLong = (limit: number): Rule => ['tooLong', (text) => lengthOf(text) <= limit]

/** Converts Devanagari digits and removes what only separates them. */
export const plainMobile = (text: string): string => asciiDigits(plainLine(text)).replace(/[\s().]/g, '')

/** Also removes the Indian prefix +91 or 0 before ten digits. */
export const bareMobile = (text: string): string => plainMobile(text).replace(/^(?:\+91-?|0)(?=\d{10}$)/, '')

export const PersonName = field(plainLine, required, tooLong(NAME_MAX), ['letters', (text) => NAME.test(text)])
export const Email = field(plainLine, required, tooLong(EMAIL_MAX), ['email', (text) => EMAIL.test(text)])
export const fitsMobile = (text: string): boolean => MOBILE.test(text)
/** What a number looks like. `phoneOf` checks it by its country: its rules are too large for this file, which every page loads. */
export const Mobile = field(plainMobile, required, tooLong(MOBILE_MAX), ['mobile', fitsMobile])
/** A profile may have no number. */
export const MobileOrNone = field(plainMobile, tooLong(MOBILE_MAX), [
  'mobile',
  (text) => text === '' || fitsMobile(text),
])
export const ShortText = field(plainLine, required, tooLong(NAME_MAX))
export const Message = field(plainText, required, tooLong(MESSAGE_MAX))
/** One-time codes are sent to India only, where mobile numbers start with 6 to 9. */
export const IndianMobile = field(bareMobile, required, ['mobile', (text) => /^[6-9]\d{9}$/.test(text)])
export const OneTimeCode = field((text) => asciiDigits(plainLine(text)), required, [
  'otp',
  (text) => /^\d{6}$/.test(text),
])
/** Two letters. `isCountry` checks whether the country exists: its list is too large for this file, which every page loads. */
export const CountryCode = field(plainLine, required, ['country', (text) => /^[A-Z]{2}$/.test(text)])
/** Empty, or an existing day as 21/11/1990 or 1990-11-21. */
export const Day = field(isoDay, ['date', (text) => text === '' || isDay(text)])
/** `isBorn` checks that it is not in the future. */
export const BirthDate = Day

/** Converts 21/11/1990, in either script, to YYYY-MM-DD; other texts stay unchanged. */
export function isoDay(text: string): string {
  const plain = asciiDigits(plainLine(text))
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(plain) ?? []
  return year === '' ? plain : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Whether a day, YYYY-MM-DD, exists. */
export const isDay = (text: string): boolean => /^(?:19|20)/.test(text) && isCalendarDay(text)

/** The same in any year but 0, which PostgreSQL does not have. */
export function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Not later than today in the time zone that is furthest ahead. */
export function isBorn(birthDate: string, now: Date): boolean {
  return birthDate <= new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
}

/** A reply names no more faults. */
export const MAX_FAULTS = 20

/** Fault code by field: `required`, `unknown`, `type`, or the name of the first broken rule. */
export function faultsOf(error: StructError): Record<string, string> {
  // A Map, because an input may contain a field `constructor`.
  const faults = new Map<string, string>()
  for (const { path, refinement, type, value } of error.failures()) {
    if (faults.size >= MAX_FAULTS) break
    const name = path.join('.') || '-'
    if (!faults.has(name))
      faults.set(name, refinement ?? (type === 'never' ? 'unknown' : value === undefined ? 'required' : 'type'))
  }
  return Object.fromEntries(faults)
}
