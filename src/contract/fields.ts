/** Fields that people type, with the rules of C5 and D5: forms and server read the same ones. Every rule has a fault code. */
import { coerce, refine, string, type Struct, type StructError } from 'superstruct'
import { asciiDigits } from './digits.ts'
import { lengthOf, plainLine, plainText } from './plain-text.ts'

export const NAME_MAX = 50
export const EMAIL_MAX = 50
export const MOBILE_MAX = 10
export const MESSAGE_MAX = 500

/** Letters of the two scripts, marks after a letter, single spaces between words. श्री is a name: its marks are no letters. */
const LETTERS =
  /^(?:(?=\p{L})[\p{Script=Latin}\p{Script=Devanagari}](?:(?=\p{M})[\p{Script=Devanagari}\u0300-\u036f\u0951\u0952]|[\u200c\u200d])*)+(?: (?:(?=\p{L})[\p{Script=Latin}\p{Script=Devanagari}](?:(?=\p{M})[\p{Script=Devanagari}\u0300-\u036f\u0951\u0952]|[\u200c\u200d])*)+)*$/u
/** One @, a host with a dot; nothing that could begin another address or a header. */
const EMAIL = /^[^\s@<>"'(),;:\\[\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i
/** D5: an optional plus, then 6 to 15 digits or dashes. Dashes alone reach nobody. */
const MOBILE = /^(?=(?:\D*\d){6})\+?[\d-]{6,15}$/

type Clean = (text: string) => string
type Rule = readonly [fault: string, holds: (text: string) => boolean]

/** Cleaned when it is read, then every rule in turn. */
export function field(clean: Clean, ...rules: Rule[]): Struct<string, null> {
  return rules.reduce<Struct<string, null>>(
    (struct, [fault, holds]) => refine(struct, fault, holds),
    coerce(string(), string(), clean),
  )
}

export const required: Rule = ['required', (text) => text !== '']
export const tooLong = (limit: number): Rule => ['tooLong', (text) => lengthOf(text) <= limit]

/** Digits of either script; the prefix of India and the zero before it are no part of the ten. */
export function bareMobile(text: string): string {
  const digits = asciiDigits(plainLine(text)).replace(/[\s().]/g, '')
  return digits.replace(/^(?:\+91-?|0)(?=\d{10}$)/, '')
}

export const PersonName = field(plainLine, required, tooLong(NAME_MAX), ['letters', (text) => LETTERS.test(text)])
export const Email = field(plainLine, required, tooLong(EMAIL_MAX), ['email', (text) => EMAIL.test(text)])
export const fitsMobile = (text: string): boolean => MOBILE.test(text)
export const Mobile = field(bareMobile, required, tooLong(MOBILE_MAX), ['mobile', fitsMobile])
export const ShortText = field(plainLine, required, tooLong(NAME_MAX))
export const Message = field(plainText, required, tooLong(MESSAGE_MAX))
/** D5: one-time codes go to India only, and there a mobile begins with 6 to 9. */
export const IndianMobile = field(bareMobile, required, ['mobile', (text) => /^[6-9]\d{9}$/.test(text)])
export const OneTimeCode = field((text) => asciiDigits(plainLine(text)), required, [
  'otp',
  (text) => /^\d{6}$/.test(text),
])
/** Two letters. Whether there is such a country is asked where the list may be large (`isCountry`): every page reads this file. */
export const CountryCode = field(plainLine, required, ['country', (text) => /^[A-Z]{2}$/.test(text)])
/** Empty, or a day that there was, typed as 21/11/1990 or given as 1990-11-21. That it has come is for who knows the date: `isBorn`. */
export const BirthDate = field(isoDay, ['date', (text) => text === '' || isDay(text)])

/** YYYY-MM-DD of a day as people write it, in either script; anything else stays what it is. */
export function isoDay(text: string): string {
  const plain = asciiDigits(plainLine(text))
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(plain) ?? []
  return year === '' ? plain : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return /^(?:19|20)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Not later than today, wherever on Earth today has come. */
export function isBorn(birthDate: string, now: Date): boolean {
  return birthDate <= new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
}

/** Field → code of the first rule that was broken: `required`, `unknown`, `type`, or the rule's own name. */
export function faultsOf(error: StructError): Record<string, string> {
  // A map: whoever sends `constructor` must not find it there already.
  const faults = new Map<string, string>()
  for (const { path, refinement, type, value } of error.failures()) {
    const name = path.join('.') || '-'
    if (!faults.has(name))
      faults.set(name, refinement ?? (type === 'never' ? 'unknown' : value === undefined ? 'required' : 'type'))
  }
  return Object.fromEntries(faults)
}
