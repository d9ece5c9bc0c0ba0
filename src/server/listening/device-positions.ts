import { disagree } from '#contract/listening/listening.ts'
import type { ListenedPosition } from '#contract/library/library.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { listeningPlaces } from '../db/schema/listening/listening.ts'
import type { Device } from './player-sessions.ts'

type DeviceReport = { request_type: string; device: Device; product_id: number; track_id: number; at: Date }
type DevicePosition = Pick<Row<typeof listeningPlaces>, 'track_id' | 'seconds' | 'event_at'> & { is_own: boolean }

/** Positions of more devices per title are deleted, the oldest first. */
const MAX_DEVICES = 12

/**
 * The newest position of another device, if it is newer than the last report of this device and differs. The caller then
 * stores the report of this device, so the same difference is returned only once.
 */
export async function findOtherPosition(
  inner: Db,
  { request_type, device, product_id, track_id }: DeviceReport,
  seconds: number,
): Promise<ListenedPosition | null> {
  const rows = await inner.query<DevicePosition>(
    `select l.device = $3 as is_own, l.track_id, l.seconds, l.event_at from listening_places l join current_tracks t on t.id = l.track_id
      where l.user_id = $1 and l.product_id = $2 order by l.event_at desc`,
    [device.userId, product_id, device.mark],
    'places',
  )
  const [own, other] = [rows.find(({ is_own }) => is_own), rows.find(({ is_own }) => !is_own)]
  if (!own || !other || other.event_at <= own.event_at) return null
  // At the start of a track this device is at its previous position, not at the one the server sends it to.
  const current =
    request_type === 'initiate' ? { trackId: own.track_id, seconds: own.seconds } : { trackId: track_id, seconds }
  if (!disagree(current, { trackId: other.track_id, seconds: other.seconds })) return null
  return { track_id: other.track_id, seconds: other.seconds, played_at: other.event_at.toISOString() }
}

/**
 * When a report counts as made. A device sends them in their order, each after the reply to the one before: one that was long on
 * its way seems to be younger than it is, and must not be newer than what the listener did after it.
 */
export async function momentInOrder(inner: Db, { device, at }: Pick<DeviceReport, 'device' | 'at'>): Promise<Date> {
  const [row] = await inner.query<{ last: Date | null }>(
    'select max(event_at) as last from listening_places where user_id = $1 and device = $2',
    [device.userId, device.mark],
    'last report',
  )
  return row?.last && row.last > at ? new Date(row.last.getTime() + 1) : at
}

export async function saveDevicePosition(
  inner: Db,
  { request_type, device, product_id, track_id, at }: DeviceReport,
  seconds: number,
): Promise<void> {
  await inner.query(
    `insert into listening_places as p (user_id, product_id, device, track_id, seconds, event_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, product_id, device) do update set track_id = excluded.track_id, seconds = excluded.seconds, event_at = excluded.event_at
     where excluded.event_at >= p.event_at`,
    [device.userId, product_id, device.mark, track_id, seconds, at],
    'note place',
  )
  if (request_type === 'initiate') await deleteOldDevices(inner, device.userId, product_id)
}

async function deleteOldDevices(inner: Db, userId: number, productId: number): Promise<void> {
  await inner.query(
    `delete from listening_places where user_id = $1 and product_id = $2 and device in
       (select device from listening_places where user_id = $1 and product_id = $2 order by event_at desc offset $3)`,
    [userId, productId, MAX_DEVICES],
    'forget devices',
  )
}
