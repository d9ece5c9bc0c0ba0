import { randomBytes } from 'node:crypto'
import type { Db } from '../db/connect.ts'

/** A session of signing in stands for a device. */
export type Device = { userId: number; mark: Buffer }
export type PlayerSession = { id: number; map_key: string; seconds: number; event_at: Date }
type Where = { device: Device; product_id: number; track_id: number; at: Date }

const COLUMNS = 'id, map_key, seconds, event_at'

export async function openSession(
  inner: Db,
  { device, product_id, track_id, at }: Where,
  seconds: number,
): Promise<PlayerSession | undefined> {
  const [session] = await inner.query<PlayerSession>(
    `insert into player_sessions (map_key, user_id, track_id, product_id, device, seconds, event_at) values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
    [randomBytes(16).toString('hex'), device.userId, track_id, product_id, device.mark, seconds, at],
    'open player',
  )
  return session
}

/** The one that is named, if it is the listener's own and of this track; else the newest of this device. */
export async function findSession(
  inner: Db,
  report: Where & { map_id?: number; map_key?: string },
): Promise<PlayerSession | undefined> {
  const { device, track_id, map_id: id, map_key: key } = report
  const named = id !== undefined || !!key
  const [session] = await inner.query<PlayerSession>(
    `select ${COLUMNS} from player_sessions where user_id = $1 and track_id = $2
       and case when $5 then (id = $3 or $3 is null) and (map_key = $4 or $4 is null) else device = $6 end order by id desc limit 1`,
    [device.userId, track_id, id ?? null, key || null, named, device.mark],
    'find player',
  )
  return session
}

export async function moveSession(inner: Db, { id }: PlayerSession, seconds: number, at: Date): Promise<void> {
  await inner.query(
    'update player_sessions set seconds = $2, event_at = $3 where id = $1 and event_at <= $3',
    [id, seconds, at],
    'move player',
  )
}

export async function findTaken(inner: Db, userId: number, eventId: string): Promise<PlayerSession | undefined> {
  const [session] = await inner.query<PlayerSession>(
    `select ${COLUMNS} from player_sessions where id = (select session_id from player_events where user_id = $1 and event_id = $2)`,
    [userId, eventId],
    'taken',
  )
  return session
}

export async function remember(
  inner: Db,
  userId: number,
  eventId: string,
  sessionId: number,
  now: Date,
): Promise<void> {
  await inner.query(
    'insert into player_events (user_id, event_id, session_id, taken_at) values ($1, $2, $3, $4)',
    [userId, eventId, sessionId, now],
    'take',
  )
}

/** Reports are sent again for so long at most. */
export const KEPT_DAYS = 60

/** What no browser sends again. Positions and what was heard stay. */
export async function forgetReports({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  const before = new Date(now().getTime() - KEPT_DAYS * 86_400_000)
  await db.query('delete from player_events where taken_at < $1', [before])
  await db.query(
    'delete from player_sessions s where event_at < $1 and not exists (select 1 from player_events e where e.session_id = s.id)',
    [before],
  )
}
