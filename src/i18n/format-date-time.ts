import type { Locale } from '#contract/text/locale.ts'

const LANGUAGE = { en: 'en-IN', mr: 'mr-IN-u-nu-deva' } as const

/** Day and time in the time zone of the browser or a named one, of milliseconds since 1970, with the year if it is not this one. Apart from the other formats, because hardly any page needs it. */
export function formatDateTime(at: number, locale: Locale, timeZone?: string): { day: string; time: string } {
  const show = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LANGUAGE[locale], { ...options, timeZone }).format(at)
  const year = (moment: number) => new Date(moment).getFullYear()
  return {
    day: show({ day: 'numeric', month: 'long', ...(year(at) !== year(Date.now()) && { year: 'numeric' }) }),
    time: show({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  }
}
