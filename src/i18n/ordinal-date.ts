import { digits } from './format.ts'
import type { Locale } from './locales.ts'

const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }

/** Ordinal day, short month and year in India: `21st Nov 2026`, `२१ नोव्हें २०२६`; Marathi has no ending for days. */
export function ordinalDate(iso: string, locale: Locale): string {
  const moment = new Date(iso)
  const part = (language: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'Asia/Kolkata' }).format(moment)
  const day = Number(part('en-US', { day: 'numeric' }))
  const ending = locale === 'mr' ? '' : (ENDINGS[new Intl.PluralRules('en', { type: 'ordinal' }).select(day)] ?? 'th')
  const month = part(locale === 'mr' ? 'mr-IN' : 'en-US', { month: 'short' })
  return digits(`${day}${ending} ${month} ${part('en-US', { year: 'numeric' })}`, locale)
}
