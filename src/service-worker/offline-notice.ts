import en from '../../i18n/en/offline.json'
import mr from '../../i18n/mr/offline.json'
import { interpolate } from '#i18n/interpolate.ts'
import type { Locale } from '#i18n/locales.ts'
import { formatDateTime } from '#i18n/format-date-time.ts'

export type NoticeReason = keyof typeof en.old
const messagesByLocale = { en, mr }

/** The line above a saved page. `newer-text` is for the moment when the network is back (elements/offline/saved-page-notice.ts). */
export function offlineNotice(locale: Locale, reason: NoticeReason, at: number): string {
  const messages = messagesByLocale[locale]
  const text = interpolate(messages.old[reason], formatDateTime(at, locale))
  // An empty address is that of the page itself.
  const line = `<p class="old" role="status"><span>${text}</span> <a href="">${messages.newest}</a></p>`
  return `<saved-page-notice newer-text="${messages.back}">${line}</saved-page-notice>`
}
