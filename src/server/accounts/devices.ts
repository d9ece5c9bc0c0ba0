import type { endpoints } from '#contract/endpoints.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Db } from '../db/connect.ts'
import { isInIndia } from './geo-country.ts'

type Given = { db: Db; now: () => Date }
type Device = InputOf<typeof endpoints.registerDevice> & { isIndian: boolean | null }

/** Of one listener; the one that was not seen for longest gives way. */
const MOST = 20
/** Nobody's devices are forgotten after this. */
const KEPT_DAYS = 90

/** Without an account: what is kept says nothing about where it is. */
export async function registerDevice(given: Given, device: InputOf<typeof endpoints.registerDevice>): Promise<object> {
  await keep(given, null, { ...device, isIndian: null })
  return {}
}

/** Whether the coordinates lie in India; they are not kept. What the caller thinks about it counts for nothing. */
export async function registerOwnDevice(
  given: Given,
  userId: number,
  { lat, lon, ...device }: InputOf<typeof endpoints.registerDeviceV1>,
) {
  const isIndian = lat === null || lon === null ? null : isInIndia(lat, lon)
  await keep(given, userId, { ...device, isIndian })
  await given.db.query(
    `delete from devices where id in (select id from devices where user_id = $1 order by seen_at desc, id desc offset $2)`,
    [userId, MOST],
  )
  return { is_indian: isIndian }
}

async function keep(
  { db, now }: Given,
  userId: number | null,
  { name, type, device_id, registration_id, token, isIndian }: Device,
): Promise<void> {
  await db.query(
    `insert into devices (device_id, user_id, name, type, registration_id, token, is_indian, created_at, seen_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     on conflict (device_id, user_id) do update set name = excluded.name, type = excluded.type, registration_id = excluded.registration_id,
       token = excluded.token, is_indian = excluded.is_indian, seen_at = excluded.seen_at`,
    [device_id, userId, name, type, registration_id, token, isIndian, now()],
  )
}

export async function forgetDevices({ db, now }: Given): Promise<void> {
  await db.query('delete from devices where user_id is null and seen_at < $1', [
    new Date(now().getTime() - KEPT_DAYS * 86_400_000),
  ])
}
