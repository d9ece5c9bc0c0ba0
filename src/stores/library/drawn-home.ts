import { storageKeys } from '#contract/storage.ts'
import { persistentText } from '../persistent.ts'

/** The home of a listener as this browser stored it: what it is made of, and what home-first.js draws of it in each language. */
export const $homeText = persistentText(storageKeys.listenerHome)
export const $drawnHome = {
  en: persistentText(storageKeys.listenerHomeEn),
  mr: persistentText(storageKeys.listenerHomeMr),
}

export function clearHome(): void {
  for (const $text of [$homeText, $drawnHome.en, $drawnHome.mr]) $text.set('')
}
