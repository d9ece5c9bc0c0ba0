import type reviews from '../../i18n/en/reviews.json'
import type { Locale } from './locales.ts'

export type ReviewWords = typeof reviews

const loads: Record<Locale, () => Promise<{ default: ReviewWords }>> = {
  en: () => import('../../i18n/en/reviews.json'),
  mr: () => import('../../i18n/mr/reviews.json'),
}

/** The words of writing a review, fetched with its dialog, as those of the basket are (i18n/cart.ts). */
export const reviewWords = (locale: Locale): Promise<ReviewWords> => loads[locale]().then(({ default: words }) => words)
