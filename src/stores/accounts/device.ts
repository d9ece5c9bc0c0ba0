import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { coordinates } from '#client/geolocation.ts'
import { keep, kept } from '#client/storage.ts'
import { registerDeviceV1 } from '#contract/profile.ts'
import { storageKeys } from '#contract/storage.ts'
import { whoIsIn } from './session.ts'

/** Whether this device is in India: null until it is registered, and when that did not work (D4). */
export const $isIndian = atom<boolean | null>(null)

const PATIENCE_MS = 15_000
let registered: string | undefined

/** Once for each time that somebody signs in, or that the shop is opened by somebody who is (SH-13). */
export async function registerThisDevice(): Promise<void> {
  const session = await whoIsIn()
  if (!session || registered === session.token) return
  registered = session.token
  $isIndian.set(null)
  const { lat, lon } = await coordinates()
  const device = { name: 'browser', type: 'web', device_id: deviceId(), registration_id: '', token: '' }
  const made = await call(registerDeviceV1, { ...device, lat, lon, is_indian: null }, AbortSignal.timeout(PATIENCE_MS))
  $isIndian.set(made.ok ? made.value.is_indian : null)
}

/** A number that means this browser and nothing else. */
function deviceId(): string {
  const known = kept(storageKeys.deviceId)
  if (known && /^[\w-]{8,64}$/.test(known)) return known
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  keep(storageKeys.deviceId, id)
  return id
}
