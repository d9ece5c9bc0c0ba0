import type { Locale } from '#contract/text/locale.ts'
import { formatDateTime } from '#i18n/format-date-time.ts'

/** `21 November, 14:05` of an ISO moment. */
export function momentText(iso: string, locale: Locale): string {
  const { day, time } = formatDateTime(Date.parse(iso), locale)
  return `${day}, ${time}`
}
