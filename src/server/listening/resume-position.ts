import { resumeAt } from '#contract/listening.ts'
import type { Db } from '../db/connect.ts'
import type { Span } from './heard-seconds.ts'
import type { Device } from './player-sessions.ts'

type Where = { device: Device; product_id: number; track_id: number; at: Date; length: number }

/** Where the track goes on, 0 when it is new or was heard to its end. */
export async function resumeOf(
  inner: Db,
  { device, track_id, length }: Pick<Where, 'device' | 'track_id' | 'length'>,
): Promise<number> {
  const [row] = await inner.query<{ seconds: number }>(
    'select seconds from listening_positions where user_id = $1 and track_id = $2',
    [device.userId, track_id],
    'position',
  )
  return row ? resumeAt(row.seconds, length) : 0
}

/** Begins a track: it is the last played one. A position that is there stays until something is heard. */
export async function noteOpened(
  inner: Db,
  { device, product_id, track_id, at }: Where,
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

/** An older report never moves a newer position; what was heard counts all the same. Answers where it goes on. */
export async function notePosition(
  inner: Db,
  { device, track_id, at, length }: Where,
  seconds: number,
  heard: Span | undefined,
): Promise<number> {
  const [row] = await inner.query<{ seconds: number }>(
    `update listening_positions set seconds = case when event_at > $3 then seconds else $4 end, event_at = greatest(event_at, $3),
       played_at = greatest(played_at, $3), heard = heard + $5::int4multirange where user_id = $1 and track_id = $2 returning seconds`,
    [device.userId, track_id, at, seconds, heard && heard.to > heard.from ? `{[${heard.from},${heard.to})}` : '{}'],
    'note position',
  )
  return resumeAt(row?.seconds ?? seconds, length)
}
