import type player from '../../i18n/en/player.json'
import type { Locale } from './locales.ts'

export type PlayerWords = typeof player

const loads: Record<Locale, () => Promise<{ default: PlayerWords }>> = {
  en: () => import('../../i18n/en/player.json'),
  mr: () => import('../../i18n/mr/player.json'),
}
const asked: Partial<Record<Locale, Promise<PlayerWords>>> = {}

/**
 * The words of the full player, fetched with it. As props they would stand in every page, for the few visits that hear a
 * whole title, and the largest pages have no room for them.
 */
export function playerWords(locale: Locale): Promise<PlayerWords> {
  return (asked[locale] ??= loads[locale]()
    .then(({ default: words }) => words)
    .catch((error: unknown) => {
      // The network was gone: asked for again, they may come.
      delete asked[locale]
      throw error
    }))
}
