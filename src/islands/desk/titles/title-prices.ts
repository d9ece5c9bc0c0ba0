import type { Locale } from '#contract/text/locale.ts'
import { money } from '#i18n/format.ts'

/** The prices of a title, in paise and cents; a currency without a price is not one of zero. */
export function titlePrices({ inr, usd }: { inr: number; usd: number }, locale: Locale): string {
  const prices = [inr > 0 ? money(inr, 'INR', locale) : '', usd > 0 ? money(usd, 'USD', locale) : '']
  return prices.filter(Boolean).join(' · ') || '–'
}
