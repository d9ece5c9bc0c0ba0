import { randomBytes } from 'node:crypto'
import { DAY_MS } from '#contract/time/day.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { playerSessions } from '../db/schema/listening/listening.ts'
import type { AppContext } from '../context.ts'

/** A device is identified by the sign-in session. */
export type Device = { userId: number; mark: Buffer }
export type PlayerSession = Pick<Row<typeof playerSessions>, 'id' | 'map_key' | 'seconds' | 'event_at'>
type DeviceReport = { device: Device; product_id: number; track_id: number; at: Date }

const COLUMNS = 'id, map_key, seconds, event_at'

export async function openPlayerSession(
  inner: Db,
  { device, product_id, track_id, at }: DeviceReport,
  seconds: number,
): Promise<PlayerSession | undefined> {
  const [session] = await inner.query<PlayerSession>(
    `insert into player_sessions (map_key, user_id, track_id, product_id, device, seconds, event_at) values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
    [randomBytes(16).toString('hex'), device.userId, track_id, product_id, device.mark, seconds, at],
    'open player',
  )
  return session
}

/** The session that the report names, if it is of this listener and track, or else the newest one of this device. */
export async function findSession(
  inner: Db,
  report: DeviceReport & { map_id?: number; map_key?: string },
): Promise<PlayerSession | undefined> {
  const { device, track_id, map_id: id, map_key: key } = report
  const isNamed = id !== undefined || !!key
  const [session] = await inner.query<PlayerSession>(
    `select ${COLUMNS} from player_sessions where user_id = $1 and track_id = $2
       and case when $5 then (id = $3 or $3 is null) and (map_key = $4 or $4 is null) else device = $6 end order by id desc limit 1`,
    [device.userId, track_id, id ?? null, key || null, isNamed, device.mark],
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

/** The session of an event that was already stored: a repeated report changes nothing. */
export async function findByEvent(inner: Db, userId: number, eventId: string): Promise<PlayerSession | undefined> {
  const [session] = await inner.query<PlayerSession>(
    `select ${COLUMNS} from player_sessions where id = (select session_id from player_events where user_id = $1 and event_id = $2)`,
    [userId, eventId],
    'taken',
  )
  return session
}

export async function saveEvent(
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

/** Clients repeat a report at most this long. */
export const RETENTION_DAYS = 60

/** Deletes reports that no browser repeats any more. Positions and heard seconds stay. */
export async function forgetReports({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - RETENTION_DAYS * DAY_MS)
  await db.query('delete from player_events where taken_at < $1', [before])
  await db.query(
    'delete from player_sessions s where event_at < $1 and not exists (select 1 from player_events e where e.session_id = s.id)',
    [before],
  )
}
