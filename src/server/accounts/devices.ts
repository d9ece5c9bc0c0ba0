import { DAY_MS } from '#contract/time/day.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import type { Db } from '../db/connect.ts'
import { isInIndia } from './geo-country.ts'
import type { AppContext } from '../context.ts'

type Device = InputOf<typeof endpoints.registerDevice> & { isIndian: boolean | null }

/** Devices of one listener; the one with the oldest sign of life is deleted first. */
const MAX_DEVICES = 20
/** Devices without an account are deleted after this time. */
const RETENTION_DAYS = 90

/** Registers a device without an account; its location is not stored. */
export async function registerDevice(
  context: Pick<AppContext, 'db' | 'now'>,
  device: InputOf<typeof endpoints.registerDevice>,
): Promise<object> {
  await saveDevice(context, null, { ...device, isIndian: null })
  return {}
}

/** Stores whether the coordinates lie in India, not the coordinates. The client's own claim about it is ignored. */
export async function registerOwnDevice(
  context: Pick<AppContext, 'db' | 'now'>,
  userId: number,
  { lat, lon, ...device }: InputOf<typeof endpoints.registerDeviceV1>,
) {
  const isIndian = lat === null || lon === null ? null : isInIndia(lat, lon)
  await saveDevice(context, userId, { ...device, isIndian })
  await deleteOldestDevices(context.db, userId)
  return { is_indian: isIndian }
}

export async function deleteOldestDevices(db: Db, userId: number): Promise<void> {
  await db.query(
    `delete from devices where id in (select id from devices where user_id = $1 order by seen_at desc, id desc offset $2)`,
    [userId, MAX_DEVICES],
  )
}

async function saveDevice(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
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

export async function forgetDevices({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await db.query('delete from devices where user_id is null and seen_at < $1', [
    new Date(now().getTime() - RETENTION_DAYS * DAY_MS),
  ])
}
