import { atom } from 'nanostores'

/** Whether the full player has been fetched: the bar at the foot of the page draws it then, when no sample sounds. */
export const $hasPlayer = atom(false)
export const playerIsThere = (): void => $hasPlayer.set(true)
