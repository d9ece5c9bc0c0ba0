import { storageKeys, type LanguageCode } from '#contract/storage.ts'
import { persistentText } from '../persistent.ts'

/** The language that a reader chose last. The inline head script reads it before the page is painted. */
const $language = persistentText(storageKeys.language, (text) => text === 'EN' || text === 'MR')

export const chooseLanguage = (language: LanguageCode): void => $language.set(language)
