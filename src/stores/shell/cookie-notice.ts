import { storageKeys } from '#contract/storage.ts'
import { persistentFlag } from '../persistent.ts'

export const $areCookiesAccepted = persistentFlag(storageKeys.cookieNotice, 'false')

export const acceptCookies = (): void => $areCookiesAccepted.set(true)
