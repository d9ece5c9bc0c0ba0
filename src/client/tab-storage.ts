import { storageKeys } from '#contract/storage.ts'

/** Session storage, for data that must not outlive the tab. It may be full or forbidden, which must not break a page [SH-16]. */
export function saveInTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Private windows and full disks: the visit goes on without the value.
  }
}

export function readFromTab(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Reads a value and removes it. */
export function takeFromTab(key: string): string | undefined {
  const value = readFromTab(key)
  if (value !== undefined) sessionStorage.removeItem(key)
  return value
}

/** What a listener typed and began in this tab. The typed profile is not among it: it names its listener. */
const OF_THE_LISTENER = [
  storageKeys.auditionDraft,
  storageKeys.giftDraft,
  storageKeys.giftVoice,
  storageKeys.giftCode,
  storageKeys.giverToken,
  storageKeys.payment,
  storageKeys.socialSignIn,
  storageKeys.sleepTimer,
  storageKeys.tabAccount,
]
/** When the listener of this tab has left, whichever scripts are loaded. */
export const clearTab = (): void => OF_THE_LISTENER.forEach(takeFromTab)
