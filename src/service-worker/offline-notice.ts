import en from '../../i18n/en/offline.json'
import mr from '../../i18n/mr/offline.json'
import { interpolate } from '#i18n/interpolate.ts'
import type { Locale } from '#i18n/locales.ts'
import { formatDateTime } from '#i18n/format-date-time.ts'

export type Why = keyof typeof en.old
const inBoth = { en, mr }

/** The line over a page that comes from the store; the text for the moment when the network is back goes along (islands/shell/shell.ts). */
export function lineOver(locale: Locale, why: Why, at: number): string {
  const messages = inBoth[locale]
  const text = interpolate(messages.old[why], formatDateTime(at, locale))
  // An empty address is the page's own.
  return `<p class="old" role="status" data-old="${messages.back}"><span>${text}</span> <a href="">${messages.newest}</a></p>`
}
