import type player from '../../i18n/en/player.json'
import type { Locale } from './locales.ts'

export type PlayerWords = typeof player

const loads: Record<Locale, () => Promise<{ default: PlayerWords }>> = {
  en: () => import('../../i18n/en/player.json'),
  mr: () => import('../../i18n/mr/player.json'),
}

/**
 * The words of the full player, fetched with it. As props they would stand in every page, for the few visits that hear a
 * whole title, and the largest pages have no room for them.
 */
export async function playerWords(locale: Locale): Promise<PlayerWords> {
  return (await loads[locale]()).default
}
