import { storageKeys } from '#contract/storage.ts'
import { persistentFlag } from '../persistent.ts'

const $isLanguageLineDismissed = persistentFlag(storageKeys.languageLine, 'no')

export const dismissLanguageLine = (): void => $isLanguageLineDismissed.set(true)
