import { offerIn, type Offered } from '#contract/listening/play-access.ts'

type Offer = ReturnType<typeof offerIn>
type ShownOffer = Offer & { class: 'inr' | 'usd' | undefined }

/**
 * What a title offers in India and in other countries: one offer, seen everywhere, where both are the same in `parts`, and else
 * two, of which the head script shows one by its class.
 */
export function offersBy(parts: readonly (keyof Offer)[], offered: Offered): ShownOffer[] {
  const [inr, usd] = [offerIn('INR', offered), offerIn('USD', offered)]
  if (parts.every((part) => inr[part] === usd[part])) return [{ ...inr, class: undefined }]
  return [
    { ...inr, class: 'inr' },
    { ...usd, class: 'usd' },
  ]
}
