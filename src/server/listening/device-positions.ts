import { disagree } from '#contract/listening.ts'
import type { ListenedPlace } from '#contract/library.ts'
import type { Db } from '../db/connect.ts'
import type { Device } from './player-sessions.ts'

type Where = { request_type: string; device: Device; product_id: number; track_id: number; at: Date }
type Row = { is_mine: boolean; track_id: number; seconds: number; event_at: Date }

/** More than anybody has. */
const MOST_DEVICES = 12

/** The newest place of another device, when it came after this device's last report and disagrees: once, for then this one has reported again. */
export async function findOtherPlace(
  inner: Db,
  { request_type, device, product_id, track_id }: Where,
  seconds: number,
): Promise<ListenedPlace | null> {
  const rows = await inner.query<Row>(
    'select device = $3 as is_mine, track_id, seconds, event_at from listening_places where user_id = $1 and product_id = $2 order by event_at desc',
    [device.userId, product_id, device.mark],
    'places',
  )
  const [mine, other] = [rows.find(({ is_mine }) => is_mine), rows.find(({ is_mine }) => !is_mine)]
  if (!mine || !other || other.event_at <= mine.event_at) return null
  // Who begins is where this device was before, not where the server sends it.
  const here =
    request_type === 'initiate' ? { trackId: mine.track_id, seconds: mine.seconds } : { trackId: track_id, seconds }
  if (!disagree(here, { trackId: other.track_id, seconds: other.seconds })) return null
  return { track_id: other.track_id, seconds: other.seconds, played_at: other.event_at.toISOString() }
}

export async function notePlace(
  inner: Db,
  { request_type, device, product_id, track_id, at }: Where,
  seconds: number,
): Promise<void> {
  await inner.query(
    `insert into listening_places as p (user_id, product_id, device, track_id, seconds, event_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, product_id, device) do update set track_id = excluded.track_id, seconds = excluded.seconds, event_at = excluded.event_at
     where excluded.event_at >= p.event_at`,
    [device.userId, product_id, device.mark, track_id, seconds, at],
    'note place',
  )
  if (request_type === 'initiate') await forgetDevices(inner, device.userId, product_id)
}

async function forgetDevices(inner: Db, userId: number, productId: number): Promise<void> {
  await inner.query(
    `delete from listening_places where user_id = $1 and product_id = $2 and device in
       (select device from listening_places where user_id = $1 and product_id = $2 order by event_at desc offset $3)`,
    [userId, productId, MOST_DEVICES],
    'forget devices',
  )
}
