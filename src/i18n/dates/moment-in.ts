import { digits } from '../format.ts'
import type { Locale } from '../locales.ts'
import { zoneName } from './zone-name.ts'

/** Until which hour: formats of browsers have these words without their ending. */
const PARTS_OF_DAY = [
  [4, 'रात्री'],
  [6, 'पहाटे'],
  [12, 'सकाळी'],
  [16, 'दुपारी'],
  [20, 'संध्याकाळी'],
  [24, 'रात्री'],
] as const

function timeOfDay(moment: Date, locale: Locale, zone: { timeZone?: string }): string {
  const of = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-IN', { ...options, ...zone }).format(moment)
  const clock = of({ hour: 'numeric', minute: '2-digit', hour12: true })
  if (locale === 'en') return clock
  const hour = Number(of({ hour: 'numeric', hourCycle: 'h23' }))
  const part = PARTS_OF_DAY.find(([until]) => hour < until)?.[1] ?? ''
  return digits(`${part} ${clock.replace(/\s*[ap]\.?m\.?$/i, '')}`, locale)
}

/**
 * `12 January 2027, 9:00 am`, `१२ जानेवारी, २०२७, सकाळी ९:००`, on the clocks of whoever reads; with a zone on its clocks, and it
 * is named.
 */
export function momentIn(iso: string, locale: Locale, timeZone?: string): string {
  const moment = new Date(iso)
  const zone = { ...(timeZone && { timeZone }) }
  const days = new Intl.DateTimeFormat(locale === 'mr' ? 'mr-IN-u-nu-deva' : 'en-IN', { dateStyle: 'long', ...zone })
  const place = timeZone ? `, ${zoneName(timeZone, locale)}` : ''
  return `${days.format(moment)}, ${timeOfDay(moment, locale, zone)}${place}`
}
