import { DAY_MS } from '#contract/time/day.ts'
import { secondsOf } from '#contract/listening/listening.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { ListenedPosition } from '#contract/library/library.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { tracks } from '../db/schema/catalog/catalog.ts'
import type { Failure } from '../runtime/failure.ts'
import type { Caller } from '../http/register-endpoint.ts'
import { entitlementsOf } from './entitlements.ts'
import type { AppContext } from '../context.ts'
import { countHeard } from './heard-days.ts'
import { creditHeard } from './heard-seconds.ts'
import { resumeOf, savePosition, saveStart } from './track-positions.ts'
import { findOtherPosition, momentInOrder, saveDevicePosition } from './device-positions.ts'
import {
  findByEvent,
  findSession,
  moveSession,
  openPlayerSession,
  saveEvent,
  type Device,
  type PlayerSession,
} from './player-sessions.ts'

type Input = InputOf<typeof endpoints.player>
type Played = NonNullable<ReplyOf<typeof endpoints.player>['data']>
type Result = { data: Played } | Failure<'notFound' | 'noAccess'>
type Report = Input & { at: Date; device: Device; length: number; pause: number | undefined; start: number | undefined }

/**
 * Stores a progress report of the player in one transaction; reports of one listener are serialised. Reports may arrive late
 * and twice: a repeated event id changes nothing, and the report with the newest event time decides the position [PL-6].
 */
export async function saveReport(
  context: Pick<AppContext, 'db' | 'now'>,
  caller: Caller,
  input: Input,
): Promise<Result> {
  const { db, now } = context
  const at = eventTime(input, now())
  const [track] = await db.query<Pick<Row<typeof tracks>, 'seconds'>>(
    'select seconds from tracks where id = $1 and product_id = $2',
    [input.track_id, input.product_id],
    'track',
  )
  if (!track) return { fault: 'notFound' }
  if (input.request_type === 'initiate') {
    // A start that happened offline is checked against the plans of that time.
    const entitlement = (await entitlementsOf({ db, now: () => at }, caller.userId, [input.product_id])).get(
      input.product_id,
    )
    if (!entitlement) return { fault: 'notFound' }
    if (entitlement.access !== 'play') return { fault: 'noAccess' }
  }
  const device = { userId: caller.userId, mark: caller.session.subarray(0, 16) }
  const length = track.seconds
  return db.transaction((inner) =>
    store(inner, now(), {
      ...input,
      at,
      device,
      length,
      pause: within(input.pause_seconds, length),
      start: within(input.start_seconds, length),
    }),
  )
}

/** No report waits longer in a browser; an older time comes from a wrong clock. */
const MAX_AGE_MS = 366 * DAY_MS

/** Event time by the server's clock, never in the future. Browser clocks may be wrong, so only the age of the event is used. */
function eventTime({ event_at: eventAt, sent_at: sentAt }: Input, now: Date): Date {
  if (eventAt === undefined) return now
  const age = (sentAt ?? now.getTime()) - eventAt
  return new Date(now.getTime() - Math.min(MAX_AGE_MS, Math.max(0, age)))
}

function within(value: string | number | undefined, length: number): number | undefined {
  const seconds = value === undefined ? undefined : secondsOf(value)
  return seconds !== undefined && length > 0 ? Math.min(seconds, length) : seconds
}

async function store(inner: Db, now: Date, report: Report): Promise<Result> {
  await lockReports(inner, report.device.userId)
  const repeated = report.event_id ? await findByEvent(inner, report.device.userId, report.event_id) : undefined
  if (repeated) return { data: serializeReply(repeated, await resumeOf(inner, report), null) }
  const session =
    report.request_type === 'initiate'
      ? await openPlayerSession(inner, report, report.start ?? (await resumeOf(inner, report)))
      : await findSession(inner, report)
  if (!session) return { fault: 'notFound' }
  if (report.event_id) await saveEvent(inner, report.device.userId, report.event_id, session.id, now)
  const position = positionOf(report, session)
  const other = await findOtherPosition(inner, report, position)
  const placed = { ...report, at: await momentInOrder(inner, report) }
  const { resumeAt, credited } =
    report.request_type === 'initiate'
      ? { resumeAt: await startTrack(inner, placed, position, now), credited: 0 }
      : await move(inner, { report, placed, session, position })
  await saveDevicePosition(inner, placed, position)
  await countHeard(inner, {
    userId: report.device.userId,
    productId: report.product_id,
    at: report.at,
    seconds: credited,
  })
  return { data: serializeReply(session, resumeAt, other) }
}

/** Serialises the reports of one listener. A report that was answered survives a crash, also with synchronous_commit=off. */
async function lockReports(inner: Db, userId: number): Promise<void> {
  await inner.query(
    `insert into listening_clocks (user_id) values ($1) on conflict (user_id) do update set user_id = excluded.user_id
     returning set_config('synchronous_commit', 'on', true)`,
    [userId],
    'hold',
  )
}

/** The position after the report. A drag continues at `start_seconds`. */
function positionOf({ request_type: type, pause, start, length }: Report, session: PlayerSession): number {
  if (type === 'initiate') return session.seconds
  if (type === 'end') return pause ?? length
  return (type === 'drag' ? (start ?? pause) : pause) ?? session.seconds
}

async function startTrack(inner: Db, report: Report, position: number, now: Date): Promise<number> {
  await saveStart(inner, report, position, now)
  return position
}

/** Credits a drag up to where it began, never the skipped seconds. Returns where the track resumes, and the seconds that were credited. */
async function move(
  inner: Db,
  { report, placed, session, position }: { report: Report; placed: Report; session: PlayerSession; position: number },
): Promise<{ resumeAt: number; credited: number }> {
  const isJump = report.request_type === 'drag' && report.start === undefined
  const heardTo = isJump ? undefined : report.request_type === 'drag' ? report.pause : position
  const heard = heardTo === undefined ? undefined : await creditHeard(inner, report, session, heardTo)
  await moveSession(inner, session, position, report.at)
  // Rounded at both ends: the parts of one hearing add up to the whole.
  const credited = heard && heardTo !== undefined ? Math.round(heardTo) - Math.round(session.seconds) : 0
  return { resumeAt: await savePosition(inner, placed, position, heard), credited }
}

const serializeReply = (session: PlayerSession, resumeAt: number, other: ListenedPosition | null): Played => ({
  map_key: session.map_key,
  map_id: session.id,
  actual_start_time: resumeAt,
  other_place: other,
})
