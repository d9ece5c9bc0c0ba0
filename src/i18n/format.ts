import { devanagariDigits } from '#contract/text/digits.ts'
import { clockOf, hoursOf } from '#contract/time/duration.ts'
import type { Currency, Minor } from '#contract/money/money.ts'
import type { Locale } from '#contract/text/locale.ts'

/** Of the shop: its days and its papers. */
export const ZONE = 'Asia/Kolkata'

/** Digits of ready-made ASCII text in the reader's script [SH-4]. */
export function digits(text: string | number, locale: Locale): string {
  return locale === 'mr' ? devanagariDigits(String(text)) : String(text)
}

/** Creating a formatter costs a thousand times more than using it, so each is created once, on first use. */
function once<Format>(make: (locale: Locale) => Format): (locale: Locale) => Format {
  const formats: Partial<Record<Locale, Format>> = {}
  return (locale) => (formats[locale] ??= make(locale))
}

const counts = once((locale) => new Intl.NumberFormat(locale === 'mr' ? 'mr-IN-u-nu-deva' : 'en-IN'))

export function count(value: number, locale: Locale): string {
  return counts(locale).format(value)
}

const amounts = (currency: Currency, minimumFractionDigits: number) =>
  once((locale) => {
    const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', minimumFractionDigits } as const
    return new Intl.NumberFormat(locale === 'mr' ? 'en-IN-u-nu-deva' : 'en-IN', options)
  })
const whole = { INR: amounts('INR', 0), USD: amounts('USD', 0) }
const broken = { INR: amounts('INR', 2), USD: amounts('USD', 2) }

const decimals = once(
  (locale) => new Intl.NumberFormat(locale === 'mr' ? 'mr-IN-u-nu-deva' : 'en-IN', { maximumFractionDigits: 1 }),
)

/** A measured number, with one decimal at most. */
export const decimal = (value: number, locale: Locale): string => decimals(locale).format(value)

/** Rupees or dollars from paise or cents; whole amounts without decimals. Trap: mr-IN groups money by thousands, so en-IN formats both. */
export function money(amount: Minor, currency: Currency, locale: Locale): string {
  const formats = amount % 100 === 0 ? whole : broken
  return formats[currency](locale).format(amount / 100)
}

/** Always with two decimals, for amounts that are paid. */
export function exactMoney(amount: Minor, currency: Currency, locale: Locale): string {
  return broken[currency](locale).format(amount / 100)
}

/** Hours with two decimals, without the unit. */
export function hours(seconds: number, locale: Locale): string {
  return digits(hoursOf(seconds), locale)
}

export function clock(seconds: number, locale: Locale): string {
  return digits(clockOf(seconds), locale)
}

export function stars(value: number, locale: Locale): string {
  return digits(value.toFixed(1), locale)
}

/** dd/MM/yyyy of an ISO date: what is typed in that form, and nothing else. */
export function shortDate(iso: string, locale: Locale): string {
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-')
  return digits(`${day}/${month}/${year}`, locale)
}

const longDates = once(
  (locale) =>
    new Intl.DateTimeFormat(locale === 'mr' ? 'mr-IN-u-nu-deva' : 'en-IN', { dateStyle: 'long', timeZone: ZONE }),
)

/** `21 November 2026`, `२१ नोव्हेंबर, २०२६`, in India: dates in texts, mails and documents. `ordinalDate`: in lists, plans and orders of a listener. */
export function longDate(iso: string, locale: Locale): string {
  return longDates(locale).format(new Date(iso))
}

const lists = once((locale) => new Intl.ListFormat(locale === 'mr' ? 'mr-IN' : 'en-IN'))

/** `A, B and C` in the reader's language. */
export function list(names: readonly string[], locale: Locale): string {
  return lists(locale).format(names)
}
