import { atom } from 'nanostores'

/** Whether the full player has been loaded: the bar at the foot of the page shows it then, unless a sample plays. */
export const $isPlayerLoaded = atom(false)
export const markPlayerLoaded = (): void => $isPlayerLoaded.set(true)
