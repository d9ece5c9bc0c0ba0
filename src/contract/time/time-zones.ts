import { DAY_MS } from './day.ts'

/** Moments of clocks in other time zones, by the rules that the browser or Node has for them. */

const PARTS = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const

function clockOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-CA-u-nu-latn', { ...PARTS, second: '2-digit', hourCycle: 'h23', timeZone: zone })
}

export function isTimeZone(zone: string): boolean {
  // Offsets as +05:30 have no daylight saving, and are not what somebody meant.
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    clockOf(zone)
    return true
  } catch {
    return false
  }
}

/** How far the clocks of a zone are ahead of UTC at a moment. */
function offsetMs(clock: Intl.DateTimeFormat, moment: number): number {
  const parts = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, value]))
  const { year, month, day, hour, minute, second } = parts
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - moment
}

/**
 * The moment when the clocks of a zone show this day (YYYY-MM-DD) and time (HH:MM): the first one when they show it twice, and as much
 * later as the clocks are put forward when they leave it out.
 */
export function instantIn(zone: string, day: string, time: string): Date | undefined {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(wanted) || !isTimeZone(zone)) return undefined
  const clock = clockOf(zone)
  // A day before and after: no zone changes its clocks twice within two days.
  const offsets = [-DAY_MS, DAY_MS].map((away) => offsetMs(clock, wanted + away))
  const fitting = offsets.map((offset) => wanted - offset).filter((at) => at + offsetMs(clock, at) === wanted)
  const [before = 0] = offsets
  return new Date(fitting.length > 0 ? Math.min(...fitting) : wanted - before)
}

/** Day and time that the clocks of a zone show. */
export function clockTimeIn(zone: string, moment: Date): { day: string; time: string } {
  const shown = new Date(moment.getTime() + offsetMs(clockOf(zone), moment.getTime())).toISOString()
  return { day: shown.slice(0, 10), time: shown.slice(11, 16) }
}

/** Names that browsers still use for places which are called otherwise today. */
const TODAY: Record<string, string> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho Chi Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}
/** A zone as it is called today. */
export const placeOf = (zone: string): string => (TODAY[zone] ?? zone).replaceAll('_', ' ')

/** The zones of a country; none where the browser cannot tell. */
export function zonesOf(country: string): readonly string[] {
  const region: { timeZones?: string[]; getTimeZones?: () => string[] | undefined } = new Intl.Locale('und', {
    region: country,
  })
  return region.getTimeZones?.() ?? region.timeZones ?? []
}
