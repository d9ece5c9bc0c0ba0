import { secondsOf } from '#contract/listening.ts'
import type { endpoints } from '#contract/endpoints.ts'
import type { ListenedPlace } from '#contract/library.ts'
import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import type { Db } from '../db/connect.ts'
import type { Failure } from '../runtime/failure.ts'
import type { Caller } from '../http/register-endpoint.ts'
import { rightsOf } from './entitlements.ts'
import { creditHeard } from './heard-seconds.ts'
import { noteOpened, notePosition, resumeOf } from './resume-position.ts'
import { findOtherPlace, notePlace } from './device-positions.ts'
import {
  findSession,
  findTaken,
  moveSession,
  openSession,
  remember,
  type Device,
  type PlayerSession,
} from './player-sessions.ts'

type Given = { db: Db; now: () => Date }
type Input = InputOf<typeof endpoints.player>
export type Played = NonNullable<ReplyOf<typeof endpoints.player>['data']>
type Answer = { data: Played } | Failure<'notFound' | 'noAccess'>
type Report = Input & { at: Date; device: Device; length: number; pause: number | undefined; start: number | undefined }

/**
 * Takes a report of the player: all of it or nothing, one after the other for each listener. Reports may come late and
 * twice: under the same id nothing changes, and the newest by the time it happened has the last word (PL-6).
 */
export async function takeReport(context: Given, caller: Caller, input: Input): Promise<Answer> {
  const { db, now } = context
  const at = timeOf(input, now())
  const [track] = await db.query<{ seconds: number }>(
    'select seconds from tracks where id = $1 and product_id = $2',
    [input.track_id, input.product_id],
    'track',
  )
  if (!track) return { fault: 'notFound' }
  if (input.request_type === 'initiate') {
    // What was begun offline is judged by the plans of that time.
    const right = (await rightsOf({ db, now: () => at }, caller.userId, [input.product_id])).get(input.product_id)
    if (!right) return { fault: 'notFound' }
    if (right.access !== 'play') return { fault: 'noAccess' }
  }
  const device = { userId: caller.userId, mark: caller.session.subarray(0, 16) }
  const length = track.seconds
  return db.transaction((inner) =>
    keep(inner, now(), {
      ...input,
      at,
      device,
      length,
      pause: within(input.pause_seconds, length),
      start: within(input.start_seconds, length),
    }),
  )
}

/** Never later than now. The browser's clock may be wrong: only how long ago it was is believed. */
function timeOf({ event_at: happened, sent_at: sent }: Input, now: Date): Date {
  if (happened === undefined) return now
  return new Date(now.getTime() - Math.max(0, (sent ?? now.getTime()) - happened))
}

function within(value: string | number | undefined, length: number): number | undefined {
  const seconds = value === undefined ? undefined : secondsOf(value)
  return seconds !== undefined && length > 0 ? Math.min(seconds, length) : seconds
}

async function keep(inner: Db, now: Date, report: Report): Promise<Answer> {
  await holdListener(inner, report.device.userId)
  const taken = report.event_id ? await findTaken(inner, report.device.userId, report.event_id) : undefined
  if (taken) return { data: playedIn(taken, await resumeOf(inner, report), null) }
  const session =
    report.request_type === 'initiate'
      ? await openSession(inner, report, await beginning(inner, report))
      : await findSession(inner, report)
  if (!session) return { fault: 'notFound' }
  if (report.event_id) await remember(inner, report.device.userId, report.event_id, session.id, now)
  const place = placeOf(report, session)
  const other = await findOtherPlace(inner, report, place)
  const start =
    report.request_type === 'initiate'
      ? await begin(inner, report, place, now)
      : await move(inner, report, session, place)
  await notePlace(inner, report, place)
  return { data: playedIn(session, start, other) }
}

/** Reports of one listener wait for each other. An answered one outlives any crash, whatever the server's settings. */
async function holdListener(inner: Db, userId: number): Promise<void> {
  await inner.query(
    `insert into listening_clocks (user_id) values ($1) on conflict (user_id) do update set user_id = excluded.user_id
     returning set_config('synchronous_commit', 'on', true)`,
    [userId],
    'hold',
  )
}

const beginning = async (inner: Db, report: Report): Promise<number> => report.start ?? resumeOf(inner, report)

/** Where the listener is after the report. A drag goes on at `start_seconds`. */
function placeOf({ request_type: type, pause, start, length }: Report, session: PlayerSession): number {
  if (type === 'initiate') return session.seconds
  if (type === 'end') return pause ?? length
  return (type === 'drag' ? (start ?? pause) : pause) ?? session.seconds
}

async function begin(inner: Db, report: Report, place: number, now: Date): Promise<number> {
  await noteOpened(inner, report, place, now)
  return place
}

/** A drag is credited up to where it began, never for the way it went. Answers where the track goes on now. */
async function move(inner: Db, report: Report, session: PlayerSession, place: number): Promise<number> {
  const isJump = report.request_type === 'drag' && report.start === undefined
  const heardTo = isJump ? undefined : report.request_type === 'drag' ? report.pause : place
  const heard = heardTo === undefined ? undefined : await creditHeard(inner, report, session, heardTo)
  await moveSession(inner, session, place, report.at)
  return notePosition(inner, report, place, heard)
}

const playedIn = (session: PlayerSession, start: number, other: ListenedPlace | null): Played => ({
  map_key: session.map_key,
  map_id: session.id,
  actual_start_time: start,
  other_place: other,
})
