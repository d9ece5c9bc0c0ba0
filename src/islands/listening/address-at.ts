import type { Locale } from '#contract/locale.ts'
import { titlePath } from '#i18n/paths.ts'
import { trackOf, type Playing } from '#stores/listening/player/state.ts'

/** The page of the title at a second of the track that plays (PD-5). */
export function addressAt(now: Playing, locale: Locale, seconds: number): string {
  const address = new URL(titlePath(locale, now.title, trackOf(now)?.id), location.origin)
  address.searchParams.set('t', String(Math.floor(seconds)))
  return address.href
}
