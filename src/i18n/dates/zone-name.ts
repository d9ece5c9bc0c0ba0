import { placeOf } from '#contract/time/time-zones.ts'
import type { Locale } from '../locales.ts'

const LANGUAGES = { en: 'en-IN', mr: 'mr-IN' } as const

function partOf(zone: string, locale: Locale, timeZoneName: 'shortGeneric' | 'longGeneric'): string {
  const format = new Intl.DateTimeFormat(LANGUAGES[locale], { timeZone: zone, timeZoneName })
  return format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** Its city: in Marathi the browser knows it where it writes a time by its place. */
function cityOf(zone: string, locale: Locale): string | undefined {
  if (locale === 'en') return placeOf(zone).split('/').at(-1)
  const [, place] = /^(.+) वेळ$/.exec(partOf(zone, locale, 'shortGeneric')) ?? []
  return place
}

/** `Eastern Time (New York)`, `पौर्वात्य वेळ (न्यूयॉर्क)`; a zone without a name is its place. */
export function zoneName(zone: string, locale: Locale): string {
  try {
    const name = partOf(zone, locale, 'longGeneric')
    if (name === '' || /GMT/.test(name)) return placeOf(zone)
    const city = cityOf(zone, locale)
    return city && !name.includes(city) ? `${name} (${city})` : name
  } catch {
    // Older browsers have no generic names.
    return placeOf(zone)
  }
}
