export type Listener = { signedIn: boolean; subscribed: boolean; coveredAudioTypes: readonly number[] }
/** `audioTypes`: all that a plan must cover. `isPurchaseOnly`: sold alone, in no plan. */
export type Playable = {
  isFree: boolean
  isPurchased: boolean
  isPurchaseOnly?: boolean
  audioTypes: readonly number[]
}

/** Why a title may or may not be heard whole (C4). `cart`: offer to buy; `subscribe`: the plan does not cover it. */
export const PLAY_ACCESS = ['play', 'signIn', 'cart', 'subscribe'] as const
export type PlayAccess = (typeof PLAY_ACCESS)[number]

/** Whether the running plans together open every audio type of the title. */
export function isCovered(listener: Listener, title: Playable): boolean {
  if (!listener.subscribed || title.isPurchaseOnly || title.audioTypes.length === 0) return false
  return title.audioTypes.every((type) => listener.coveredAudioTypes.includes(type))
}

export function playAccess(listener: Listener, title: Playable): PlayAccess {
  if (!listener.signedIn) return 'signIn'
  if (title.isFree || title.isPurchased || isCovered(listener, title)) return 'play'
  // No plan will ever open what is only sold.
  return listener.subscribed && !title.isPurchaseOnly ? 'subscribe' : 'cart'
}

export type BuyControl = 'subscribe' | 'library' | 'purchase' | 'addToLibrary'

/** Buttons on a title by role (C2, PD-3). `priceInr` in paise decides whether it is sold alone. */
export function buyControls(
  subscribed: boolean,
  title: { isFree: boolean; isPurchased: boolean; priceInr: number },
): BuyControl[] {
  if (subscribed) return ['addToLibrary']
  if (title.isPurchased || title.isFree) return ['subscribe', 'library']
  return title.priceInr > 0 ? ['subscribe', 'purchase'] : ['subscribe']
}
