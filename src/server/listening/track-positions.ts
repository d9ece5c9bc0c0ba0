import { resumeAt } from '#contract/listening/listening.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { listeningPositions } from '../db/schema/listening/listening.ts'
import type { Span } from './heard-seconds.ts'
import type { Device } from './player-sessions.ts'

type PositionReport = { device: Device; product_id: number; track_id: number; at: Date; length: number }

/** Where the track resumes; 0 when it is new or was played to its end. */
export async function resumeOf(
  inner: Db,
  { device, track_id, length }: Pick<PositionReport, 'device' | 'track_id' | 'length'>,
): Promise<number> {
  const [row] = await inner.query<Pick<Row<typeof listeningPositions>, 'seconds'>>(
    'select seconds from listening_positions where user_id = $1 and track_id = $2',
    [device.userId, track_id],
    'position',
  )
  return row ? resumeAt(row.seconds, length) : 0
}

/** Stores the start of a track, which becomes the last played one. An existing position stays until the next report. */
export async function saveStart(
  inner: Db,
  { device, product_id, track_id, at }: PositionReport,
  seconds: number,
  now: Date,
): Promise<void> {
  await inner.query(
    `insert into listening_positions as p (user_id, track_id, product_id, opened_at, seconds, event_at, played_at) values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (user_id, track_id) do update set played_at = greatest(p.played_at, excluded.played_at),
       seconds = case when p.event_at is null then excluded.seconds else p.seconds end, event_at = coalesce(p.event_at, excluded.event_at)`,
    [device.userId, track_id, product_id, now, seconds, at],
    'opened player',
  )
}

/** An older report does not move a newer position, but its heard seconds count. Returns where the track resumes. */
export async function savePosition(
  inner: Db,
  { device, track_id, at, length }: PositionReport,
  seconds: number,
  heard: Span | undefined,
): Promise<number> {
  const [row] = await inner.query<Pick<Row<typeof listeningPositions>, 'seconds'>>(
    `update listening_positions set seconds = case when event_at > $3 then seconds else $4 end, event_at = greatest(event_at, $3),
       played_at = greatest(played_at, $3), heard = heard + $5::int4multirange where user_id = $1 and track_id = $2 returning seconds`,
    [device.userId, track_id, at, seconds, heard && heard.to > heard.from ? `{[${heard.from},${heard.to})}` : '{}'],
    'note position',
  )
  return resumeAt(row?.seconds ?? seconds, length)
}
