import { boolean, defaulted, type, type Infer } from 'superstruct'
import { connectionKind } from '#client/offline/connection.ts'
import { storageKeys } from '#contract/storage.ts'
import { persistentJson } from '../../persistent-json.ts'

/** How titles are saved on this device. */
const OfflineSettings = type({
  wifiOnly: defaulted(boolean(), false),
  /** The next tracks of what is being heard are saved by themselves. */
  savesNext: defaulted(boolean(), false),
  /** A track that was heard to its end is removed. */
  removesHeard: defaulted(boolean(), false),
})
type OfflineSettings = Infer<typeof OfflineSettings>

const NONE: OfflineSettings = { wifiOnly: false, savesNext: false, removesHeard: false }
export const $offlineSettings = persistentJson(storageKeys.offlineSettings, NONE, OfflineSettings)

export function changeOfflineSetting(name: keyof OfflineSettings, isOn: boolean): void {
  $offlineSettings.set({ ...$offlineSettings.get(), [name]: isOn })
}

/** Where the browser does not tell what the network is, the setting cannot hold anything back, and its page says so. */
export const waitsForWifi = (): boolean => $offlineSettings.get().wifiOnly && connectionKind() === 'other'
