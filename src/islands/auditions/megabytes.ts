import { megabytesOf } from '#contract/offline/megabytes.ts'
import type { Locale } from '#contract/text/locale.ts'
import { digits } from '#i18n/format.ts'

/** Decimal megabytes with one digit after the point, as file managers show them. */
export const megabytes = (bytes: number, locale: Locale): string => digits(megabytesOf(bytes), locale)
