import { AGE_BANDS, isForBand, type AgeBand } from './ages.ts'
import { LOCALES, type Locale } from '../text/locale.ts'

type Card = { spoken?: string | undefined; ages?: string | undefined }

/** By what cards can be chosen: spoken languages and ages, each only where there is more than one. */
export function cardChoices(cards: readonly Card[]): { spoken: Locale[]; bands: AgeBand[] } {
  const spoken = LOCALES.filter((locale) => cards.some((card) => card.spoken === locale))
  const allAges = [...new Set(cards.map(({ ages }) => ages))]
  const bands = AGE_BANDS.filter((band) => allAges.some((ages) => isForBand(ages, band)))
  return { spoken: spoken.length > 1 ? spoken : [], bands: bands.length > 1 ? bands : [] }
}
