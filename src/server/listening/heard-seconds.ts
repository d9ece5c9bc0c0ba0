import { DAY_MS } from '#contract/time/day.ts'
import { isPlausible } from '#contract/listening/listening.ts'
import { skippedBetween } from '#contract/listening/pauses.ts'
import type { Db } from '../db/connect.ts'
import { pausesOf } from './track-pauses.ts'
import { RETENTION_DAYS, type Device, type PlayerSession } from './player-sessions.ts'

type HeardReport = { device: Device; track_id: number; at: Date; length: number }
/** Whole seconds of a track; `to` is exclusive. */
export type Span = { from: number; to: number }

/**
 * The span that was heard since the previous report, if it is not longer than the real time between both reports. Time in
 * which another device of the listener was credited, or before the server first signed the track, does not count.
 * Otherwise undefined (attack case 53).
 */
export async function creditHeard(
  inner: Db,
  { device, track_id, at, length }: HeardReport,
  session: PlayerSession,
  to: number,
): Promise<Span | undefined> {
  const heard = to - session.seconds
  if (heard <= 0 || at <= session.event_at) return undefined
  const [clock] = await inner.query<{ free: number }>(
    `select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0)::float8 as free from listening_clocks c
       join listening_positions p on p.user_id = c.user_id and p.track_id = $2,
       unnest(tstzmultirange(tstzrange(least(greatest($3, p.opened_at), $4), $4)) - c.spans) r where c.user_id = $1`,
    [device.userId, track_id, session.event_at, at],
    'free clock',
  )
  if (!clock || !(await isHeardIn(inner, { track_id, from: session.seconds, to }, clock.free))) return undefined
  await spendTime(inner, device.userId, new Date(Math.max(session.event_at.getTime(), at.getTime() - heard * 1000)), at)
  return { from: Math.floor(session.seconds), to: Math.min(Math.ceil(to), Math.ceil(length)) }
}

/** With shorter pauses more of a recording goes by than was heard. */
async function isHeardIn(
  inner: Db,
  { track_id, from, to }: { track_id: number; from: number; to: number },
  clockSeconds: number,
): Promise<boolean> {
  if (isPlausible(to - from, clockSeconds)) return true
  const skipped = skippedBetween(await pausesOf(inner, track_id), from, to)
  return isPlausible(to - from - skipped, clockSeconds)
}

/** Marks time as credited and deletes old spans, because old reports are not accepted any more. */
async function spendTime(inner: Db, userId: number, from: Date, to: Date): Promise<void> {
  const oldest = new Date(to.getTime() - RETENTION_DAYS * DAY_MS)
  await inner.query(
    'update listening_clocks set spans = (spans + tstzmultirange(tstzrange($2, $3))) * tstzmultirange(tstzrange($4, null)) where user_id = $1',
    [userId, from, to, oldest],
    'spend clock',
  )
}
