import { storageKeys } from '#contract/storage.ts'
import { persistentFlag } from '../../persistent.ts'

/** The listener wants the keys of the player only while the focus is inside it. */
export const $keysOnlyInside = persistentFlag(storageKeys.playerKeys, 'no')
export const workKeysEverywhere = (isWanted: boolean): void => $keysOnlyInside.set(!isWanted)
