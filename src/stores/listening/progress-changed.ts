import { atom } from 'nanostores'

/** Counts the progress reports that the server took: what a page shows of the progress is old then. */
export const $heard = atom(0)
export const markHeard = (): void => $heard.set($heard.get() + 1)
