import { currencyOf, priceIn, type Currency, type Minor, type Prices } from '../money/money.ts'

export type Listener = { signedIn: boolean; subscribed: boolean; coveredAudioTypes: readonly number[] }
/**
 * `audioTypes`: a plan must cover all of them. `isPurchaseOnly`: sold alone, in no plan. `isPlayable`: at least one track has
 * sound; a title without sound is coming soon.
 */
type Playable = {
  isFree: boolean
  isPurchased: boolean
  isPurchaseOnly?: boolean
  isPlayable?: boolean
  audioTypes: readonly number[]
}

/**
 * Whether the listener may play the whole title. `cart`: offer to buy; `subscribe`: the plan does not cover it; `soon`: it has
 * no sound yet.
 */
export const PLAY_ACCESS = ['play', 'signIn', 'cart', 'subscribe', 'soon'] as const
export type PlayAccess = (typeof PLAY_ACCESS)[number]

/** Whether the running plans together cover every audio type of the title. */
export function isCovered(listener: Listener, title: Playable): boolean {
  if (!listener.subscribed || title.isPurchaseOnly || title.audioTypes.length === 0 || title.isPlayable === false)
    return false
  return title.audioTypes.every((type) => listener.coveredAudioTypes.includes(type))
}

export function playAccess(listener: Listener, title: Playable): PlayAccess {
  if (title.isPlayable === false) return 'soon'
  if (!listener.signedIn) return 'signIn'
  if (title.isFree || title.isPurchased || isCovered(listener, title)) return 'play'
  // No plan covers a title that is only sold.
  return listener.subscribed && !title.isPurchaseOnly ? 'subscribe' : 'cart'
}

/** What decides how a title is offered: its prices (0: none in that currency) and the currencies of the plans that cover it. */
export type Offered = Prices & {
  isFree: boolean
  isPlayable: boolean
  isSubscriptionOnly: boolean
  planCurrencies: readonly Currency[]
}

/** `subscribe`: only plans contain it; `none`: nothing on sale contains it. */
type OfferKind = 'soon' | 'free' | 'price' | 'subscribe' | 'none'

/** How a title is offered in one currency: decides the words and the buttons of everybody who has no right to it. */
export function offerIn(currency: Currency, title: Offered): { kind: OfferKind; price: Minor; hasPlans: boolean } {
  const price = priceIn(currency, title)
  const hasPlans = title.isPlayable && title.planCurrencies.includes(currency)
  const isSold = title.isPlayable && !title.isFree && !title.isSubscriptionOnly && price > 0
  if (!title.isPlayable) return { kind: 'soon', price: 0, hasPlans }
  if (title.isFree) return { kind: 'free', price: 0, hasPlans }
  if (isSold) return { kind: 'price', price, hasPlans }
  return { kind: hasPlans ? 'subscribe' : 'none', price: 0, hasPlans }
}

export const BUY_CONTROLS = ['subscribe', 'library', 'purchase', 'addToLibrary'] as const
export type BuyControl = (typeof BUY_CONTROLS)[number]

/**
 * Buttons on a title [PD-3]. A subscriber is a listener whose plans cover the title: to the others it is offered, whatever plan
 * they have. A guest's buttons are the same and lead to the sign-in page.
 */
export function buyControls(
  listener: Listener,
  country: string,
  title: Playable & Offered & { isInLibrary: boolean },
): BuyControl[] {
  const { kind, hasPlans } = offerIn(currencyOf(country), title)
  const isOwned = title.isPurchased || title.isInLibrary
  if (kind === 'soon') return isOwned ? ['library'] : []
  const subscribed = isCovered(listener, title)
  if (subscribed) return [isOwned ? 'library' : 'addToLibrary']
  const subscribe: BuyControl[] = hasPlans ? ['subscribe'] : []
  if (title.isPurchased || kind === 'free') return [...subscribe, 'library']
  const purchase: BuyControl[] = kind === 'price' ? ['purchase'] : []
  return [...subscribe, ...purchase, ...(isOwned ? (['library'] as const) : [])]
}

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
