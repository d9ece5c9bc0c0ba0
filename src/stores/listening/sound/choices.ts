import { savesData } from '#client/offline/data-saver.ts'
import { EDITIONS, type Edition } from '#contract/listening/editions.ts'
import { storageKeys } from '#contract/storage.ts'
import { persistentFlag, persistentValue } from '../../persistent.ts'

/** What is chosen about the sound on this device. Who chooses something loads the code behind it (change-edition.ts, shorter-pauses.ts). */

export const EDITION_CHOICES = ['automatic', ...EDITIONS] as const
export type EditionChoice = (typeof EDITION_CHOICES)[number]

export const $editionChoice = persistentValue<EditionChoice>(storageKeys.playerEdition, 'automatic', {
  decode: (text) => EDITION_CHOICES.find((one) => one === text),
  encode: String,
})

export const $shortensPauses = persistentFlag(storageKeys.playerPauses, 'short')

/** The edition to ask for. Automatic is light where the browser was told to save data. */
export function wantedEdition(): Edition {
  const choice = $editionChoice.get()
  if (choice !== 'automatic') return choice
  return savesData() ? 'light' : 'full'
}
