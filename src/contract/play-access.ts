export type Listener = { signedIn: boolean; subscribed: boolean; coveredAudioTypes: readonly number[] }
/** `audioTypes`: a plan must cover all of them. `isPurchaseOnly`: sold alone, in no plan. */
export type Playable = {
  isFree: boolean
  isPurchased: boolean
  isPurchaseOnly?: boolean
  audioTypes: readonly number[]
}

/** Whether the listener may play the whole title. `cart`: offer to buy; `subscribe`: the plan does not cover it. */
export const PLAY_ACCESS = ['play', 'signIn', 'cart', 'subscribe'] as const
export type PlayAccess = (typeof PLAY_ACCESS)[number]

/** Whether the running plans together cover every audio type of the title. */
export function isCovered(listener: Listener, title: Playable): boolean {
  if (!listener.subscribed || title.isPurchaseOnly || title.audioTypes.length === 0) return false
  return title.audioTypes.every((type) => listener.coveredAudioTypes.includes(type))
}

export function playAccess(listener: Listener, title: Playable): PlayAccess {
  if (!listener.signedIn) return 'signIn'
  if (title.isFree || title.isPurchased || isCovered(listener, title)) return 'play'
  // No plan covers a title that is only sold.
  return listener.subscribed && !title.isPurchaseOnly ? 'subscribe' : 'cart'
}

export type BuyControl = 'subscribe' | 'library' | 'purchase' | 'addToLibrary'

/** Buttons on a title by role (PD-3). `priceInr` is in paise; 0 means that the title is not sold alone. */
export function buyControls(
  subscribed: boolean,
  title: { isFree: boolean; isPurchased: boolean; priceInr: number },
): BuyControl[] {
  if (subscribed) return ['addToLibrary']
  if (title.isPurchased || title.isFree) return ['subscribe', 'library']
  return title.priceInr > 0 ? ['subscribe', 'purchase'] : ['subscribe']
}
