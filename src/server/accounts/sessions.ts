import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { sessions } from '../db/schema/accounts.ts'
import type { Caller, ClientInfo } from '../http/register-endpoint.ts'
import type { AppContext } from '../context.ts'

const DAY = 86_400
/** Seconds without use, and seconds since sign-in, after which a session expires. `short`: without "remember me". */
const LIFETIMES = { remembered: { idle: 30 * DAY, total: 90 * DAY }, short: { idle: DAY, total: 7 * DAY } } as const
/** `used_at` is written at most this often, so that most requests only read. */
const TOUCH_SECONDS = 3_600

/** Tokens have 256 random bits and cannot be guessed, so a plain hash protects them. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export const newToken = (): string => randomBytes(32).toString('base64url')

export async function callerOf(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  token: string,
): Promise<Caller | undefined> {
  const session = hashOf(token)
  const at = now()
  const [row] = await db.query<Pick<Row<typeof sessions>, 'user_id' | 'used_at'>>(
    `select user_id, used_at from sessions where token_hash = $1 and expires_at > $2 and used_at + idle_seconds * interval '1 second' > $2`,
    [session, at],
    'session',
  )
  if (!row) return undefined
  const stale = new Date(at.getTime() - TOUCH_SECONDS * 1000)
  if (row.used_at < stale) {
    await db.query('update sessions set used_at = $2 where token_hash = $1 and used_at < $3', [session, at, stale])
    await touchUser(db, row.user_id, at)
  }
  return { userId: row.user_id, session }
}

/** Returns the token, of which only a hash is stored. */
export async function openSession(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: number,
  { remember = true, client = {} }: { remember?: boolean; client?: Pick<ClientInfo, 'browser' | 'country'> } = {},
): Promise<string> {
  const token = newToken()
  const { idle, total } = remember ? LIFETIMES.remembered : LIFETIMES.short
  const at = now()
  const expiresAt = new Date(at.getTime() + total * 1000)
  await db.query(
    `insert into sessions (token_hash, user_id, created_at, used_at, expires_at, idle_seconds, browser, country)
      values ($1, $2, $3, $3, $4, $5, $6, $7)`,
    [hashOf(token), userId, at, expiresAt, idle, client.browser ?? '', client.country ?? null],
  )
  await touchUser(db, userId, at)
  return token
}

/** A user who signs in is not dormant (privacy/dormant-accounts.ts). */
const touchUser = (db: Db, userId: number, at: Date) =>
  db.query('update users set seen_at = $2, warned_at = null where id = $1', [userId, at])

export async function closeSession(db: Db, session: Buffer): Promise<void> {
  await db.query('delete from sessions where token_hash = $1', [session])
}

export async function closeSessions(db: Db, userId: number): Promise<void> {
  await db.query('delete from sessions where user_id = $1', [userId])
}

export async function forgetSessions({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await db.query(`delete from sessions where expires_at < $1 or used_at + idle_seconds * interval '1 second' < $1`, [
    now(),
  ])
}
