import type offline from '../../i18n/en/offline.json'
import type { Locale } from './locales.ts'

export type OfflineWords = typeof offline

const loads: Record<Locale, () => Promise<{ default: OfflineWords }>> = {
  en: () => import('../../i18n/en/offline.json'),
  mr: () => import('../../i18n/mr/offline.json'),
}

/** The words of keeping, fetched with it: hardly any visit needs them. */
export const offlineWords = (locale: Locale): Promise<OfflineWords> =>
  loads[locale]().then(({ default: words }) => words)
