import type { Locale } from '#contract/text/locale.ts'
import { digits } from '#i18n/format.ts'

/** Decimal megabytes with one digit after the point, as file managers show them. */
export const megabytes = (bytes: number, locale: Locale): string =>
  digits(Math.max(0.1, bytes / 1_000_000).toFixed(1), locale)

export const percentOf = (sent: number, size: number): number => Math.floor((sent / size) * 100)
