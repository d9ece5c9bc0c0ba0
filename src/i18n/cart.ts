import type cart from '../../i18n/en/cart.json'
import type { Locale } from './locales.ts'

export type CartWords = typeof cart

const loads: Record<Locale, () => Promise<{ default: CartWords }>> = {
  en: () => import('../../i18n/en/cart.json'),
  mr: () => import('../../i18n/mr/cart.json'),
}

/** The words of the basket, fetched with it: it can be opened on every page, and most are left without it. */
export const cartWords = (locale: Locale): Promise<CartWords> => loads[locale]().then(({ default: words }) => words)
