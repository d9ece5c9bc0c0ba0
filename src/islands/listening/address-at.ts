import type { Locale } from '#contract/text/locale.ts'
import { titlePath } from '#i18n/paths.ts'
import { trackOf, type Playing } from '#stores/listening/player/state.ts'

/** A page with whole numbers in its query. */
export function addressOf(page: string, query: Record<string, number | undefined>): string {
  const address = new URL(page, location.origin)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(Math.floor(value)))
  return address.href
}

/** The page of the title at a second of the track that plays [PD-5]. */
export const addressAt = (now: Playing, locale: Locale, seconds: number): string =>
  addressOf(titlePath(locale, now.title), { track: trackOf(now)?.id, t: seconds })
