import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { currentCoordinates } from '#client/geolocation.ts'
import { randomHex } from '#client/hex.ts'
import { readFromTab, saveInTab } from '#client/tab-storage.ts'
import { registerDeviceV1 } from '#contract/accounts/devices.ts'
import { storageKeys } from '#contract/storage.ts'
import { persistentText } from '../persistent.ts'
import { currentSession } from './session.ts'

/** Whether this device is in India; null until it is registered and when that failed. */
export const $isIndian = atom<boolean | null>(null)

const PATIENCE_MS = 15_000
const $deviceId = persistentText(storageKeys.deviceId, (text) => /^[\w-]{8,64}$/.test(text))
/** Token of the session that the device was registered for. */
let registered: string | undefined

/** Six of its 43 random characters name a session; the others still cannot be guessed. */
const markOf = (token: string): string => token.slice(-6)

/** Registers the device once per visit: at sign-in, and when a signed-in listener opens the shop [SH-13]. Reloads are the same visit. */
export async function registerThisDevice(): Promise<void> {
  const session = await currentSession()
  if (!session || registered === session.token) return
  registered = session.token
  const [mark, known] = [markOf(session.token), readFromTab(storageKeys.deviceVisit)?.split(' ')]
  if (known?.[0] === mark) return $isIndian.set(known[1] === 'true')
  $isIndian.set(null)
  const { lat, lon } = await currentCoordinates()
  const device = { name: 'browser', type: 'web', device_id: deviceId(), registration_id: '', token: '' }
  const result = await call(
    registerDeviceV1,
    { ...device, lat, lon, is_indian: null },
    AbortSignal.timeout(PATIENCE_MS),
  )
  const isIndian = result.ok ? result.value.is_indian : null
  $isIndian.set(isIndian)
  if (isIndian !== null) saveInTab(storageKeys.deviceVisit, `${mark} ${isIndian}`)
}

/** A random id of this browser, made at the first sign-in. */
export function deviceId(): string {
  const known = $deviceId.get()
  if (known) return known
  const id = randomHex(16)
  $deviceId.set(id)
  return id
}
