export type Listener = { signedIn: boolean; subscribed: boolean; coveredAudioTypes: readonly number[] }
export type Playable = { isFree: boolean; isPurchased: boolean; audioTypes: readonly number[] }

/** Why a title may or may not be heard whole (C4). `cart`: offer to buy; `subscribe`: the plan does not cover it. */
export type PlayAccess = 'play' | 'signIn' | 'cart' | 'subscribe'

export function playAccess(listener: Listener, title: Playable): PlayAccess {
  if (!listener.signedIn) return 'signIn'
  if (title.isFree || title.isPurchased) return 'play'
  if (!listener.subscribed) return 'cart'
  return title.audioTypes.every((type) => listener.coveredAudioTypes.includes(type)) ? 'play' : 'subscribe'
}

export type BuyControl = 'subscribe' | 'library' | 'purchase' | 'addToLibrary'

/** Buttons on a title by role (C2, PD-3). `priceInr` in paise decides whether it is sold alone. */
export function buyControls(subscribed: boolean, title: { isFree: boolean; isPurchased: boolean; priceInr: number }): BuyControl[] {
  if (subscribed) return ['addToLibrary']
  if (title.isPurchased || title.isFree) return ['subscribe', 'library']
  return title.priceInr > 0 ? ['subscribe', 'purchase'] : ['subscribe']
}
