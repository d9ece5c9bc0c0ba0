import type { Locale } from '#contract/locale.ts'
import { formatDateTime } from '#i18n/format-date-time.ts'

/** Day and time of an ISO moment in one line. */
export function moment(iso: string, locale: Locale): string {
  const { day, time } = formatDateTime(Date.parse(iso), locale)
  return `${day}, ${time}`
}
