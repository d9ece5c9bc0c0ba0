import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import type { Caller } from '../http/register-endpoint.ts'

type Given = { db: Db; now: () => Date }

const DAY = 86_400
/** Unused so long, or this old in spite of use: over. Without remember-me it does not outlast a week. */
const LIVES = { remembered: { idle: 30 * DAY, whole: 90 * DAY }, short: { idle: DAY, whole: 7 * DAY } } as const
/** A session is marked as used this often: requests read, they do not write. */
const MARK_SECONDS = 3_600

/** Tokens of 256 bits: nobody guesses one, so a plain hash hides them. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export const newToken = (): string => randomBytes(32).toString('base64url')

export async function callerOf({ db, now }: Given, token: string): Promise<Caller | undefined> {
  const session = hashOf(token)
  const at = now()
  const [row] = await db.query<{ user_id: number; used_at: Date }>(
    `select user_id, used_at from sessions where token_hash = $1 and expires_at > $2 and used_at + idle_seconds * interval '1 second' > $2`,
    [session, at],
    'session',
  )
  if (!row) return undefined
  const stale = new Date(at.getTime() - MARK_SECONDS * 1000)
  if (row.used_at < stale) {
    await db.query('update sessions set used_at = $2 where token_hash = $1 and used_at < $3', [session, at, stale])
    await noteSeen(db, row.user_id, at)
  }
  return { userId: row.user_id, session }
}

/** The token is known to its holder only. */
export async function openSession(
  { db, now }: Given,
  userId: number,
  { remember = true }: { remember?: boolean } = {},
): Promise<string> {
  const token = newToken()
  const { idle, whole } = remember ? LIVES.remembered : LIVES.short
  const at = now()
  const ends = new Date(at.getTime() + whole * 1000)
  await db.query(
    'insert into sessions (token_hash, user_id, created_at, used_at, expires_at, idle_seconds) values ($1, $2, $3, $3, $4, $5)',
    [hashOf(token), userId, at, ends, idle],
  )
  await noteSeen(db, userId, at)
  return token
}

/** An account that somebody opens is none that ends for being forgotten (services/dormant.ts). */
const noteSeen = (db: Db, userId: number, at: Date) =>
  db.query('update users set seen_at = $2, warned_at = null where id = $1', [userId, at])

export async function closeSession(db: Db, session: Buffer): Promise<void> {
  await db.query('delete from sessions where token_hash = $1', [session])
}

export async function closeSessions(db: Db, userId: number): Promise<void> {
  await db.query('delete from sessions where user_id = $1', [userId])
}

export async function forgetSessions({ db, now }: Given): Promise<void> {
  await db.query(`delete from sessions where expires_at < $1 or used_at + idle_seconds * interval '1 second' < $1`, [
    now(),
  ])
}
