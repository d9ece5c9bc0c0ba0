import { atom } from 'nanostores'

/** Counts the actions whose code could not be fetched; the page tells the reader that there is no network [SA-3]. */
export const $offlineAlerts = atom(0)
export const alertOffline = (): void => $offlineAlerts.set($offlineAlerts.get() + 1)
