import { storageKeys, type LanguageCode } from '#contract/storage.ts'
import { persistentFlag, persistentText } from '../persistent.ts'

/** The language that a reader chose last. The inline head script reads it before the page is painted. */
const $language = persistentText(storageKeys.language, (text) => text === 'EN' || text === 'MR')

const $isLanguageLineDismissed = persistentFlag(storageKeys.languageLine, 'no')

export const dismissLanguageLine = (): void => $isLanguageLineDismissed.set(true)

export const chooseLanguage = (language: LanguageCode): void => $language.set(language)
