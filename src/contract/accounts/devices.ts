import { boolean, max, min, nullable, number, object, type } from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { status, textUpTo } from '../fields/wire-fields.ts'

/** Endpoints of devices. */

const degrees = (limit: number) => nullable(max(min(number(), -limit), limit))

const Device = {
  name: textUpTo(100),
  type: textUpTo(20),
  device_id: textUpTo(200),
  registration_id: textUpTo(300),
  token: textUpTo(300),
}
export const registerDevice = endpoint({
  auth: 'public',
  method: 'POST',
  path: '/api/register-device/',
  input: object(Device),
  reply: type({ status }),
  summary: 'Register a device',
})
export const registerDeviceV1 = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/register-device/',
  input: object({ ...Device, lat: degrees(90), lon: degrees(180), is_indian: nullable(boolean()) }),
  /** Null: unknown. It decides no price and no access. */
  reply: type({ status, is_indian: nullable(boolean()) }),
  summary: 'Register the device of a listener',
})
