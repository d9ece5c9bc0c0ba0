import { atom } from 'nanostores'

/** Whether the full player has been loaded: the bar at the foot of the page shows it then, unless a sample plays. */
export const $isPlayerLoaded = atom(false)
export const markPlayerLoaded = (): void => $isPlayerLoaded.set(true)

/** Counts the requests to stop the full player. A store and no call: who asks must not load the player for it. */
export const $stopRequests = atom(0)
export const stopPlayer = (): void => $stopRequests.set($stopRequests.get() + 1)
