import { devanagariDigits, clockOf, hoursOf, type Currency, type Locale, type Minor } from '#contract/index.ts'

const ZONE = 'Asia/Kolkata'

/** Digits of ready-made ASCII text in the reader's script (SH-4). */
export function digits(text: string | number, locale: Locale): string {
  return locale === 'mr' ? devanagariDigits(String(text)) : String(text)
}

export function count(value: number, locale: Locale): string {
  return new Intl.NumberFormat(locale === 'mr' ? 'mr-IN-u-nu-deva' : 'en-IN').format(value)
}

/** Rupees or dollars from paise or cents; whole amounts without decimals. Trap: mr-IN groups money by thousands, so en-IN makes both (protocols 7). */
export function money(amount: Minor, currency: Currency, locale: Locale): string {
  const whole = amount % 100 === 0
  return new Intl.NumberFormat(locale === 'mr' ? 'en-IN-u-nu-deva' : 'en-IN', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: whole ? 0 : 2,
  }).format(amount / 100)
}

/** Hours with two decimals, without the unit (C9). */
export function hours(seconds: number, locale: Locale): string {
  return digits(hoursOf(seconds), locale)
}

export function clock(seconds: number, locale: Locale): string {
  return digits(clockOf(seconds), locale)
}

export function stars(value: number, locale: Locale): string {
  return digits(value.toFixed(1), locale)
}

/** dd/MM/yyyy (D9) of an ISO date. */
export function shortDate(iso: string, locale: Locale): string {
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-')
  return digits(`${day}/${month}/${year}`, locale)
}

/** `21 November 2026`, `२१ नोव्हेंबर, २०२६`. */
export function longDate(iso: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale === 'mr' ? 'mr-IN-u-nu-deva' : 'en-IN', { dateStyle: 'long', timeZone: ZONE })
  return format.format(new Date(iso))
}

/** `A, B and C` in the reader's language. */
export function list(names: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(locale === 'mr' ? 'mr-IN' : 'en-IN').format(names)
}
