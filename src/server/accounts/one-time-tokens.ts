import type { Db } from '../db/connect.ts'
import { hashOf, newToken } from './sessions.ts'

export type Purpose = 'sign-up' | 'reset'
type Given = { db: Db; now: () => Date }

const LIFE_SECONDS: Record<Purpose, number> = { 'sign-up': 86_400, reset: 3_600 }

/** A link's secret; the one before it stops working. */
export async function issueToken(inner: Db, now: Date, purpose: Purpose, email: string): Promise<string> {
  const token = newToken()
  const ends = new Date(now.getTime() + LIFE_SECONDS[purpose] * 1000)
  await inner.query(
    `insert into one_time_tokens (token_hash, purpose, email, expires_at) values ($1, $2, $3, $4)
     on conflict (purpose, lower(email)) do update set token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at`,
    [hashOf(token), purpose, email, ends],
  )
  return token
}

/** The address a link was sent to, as long as the link works. */
export async function readToken({ db, now }: Given, purpose: Purpose, token: string): Promise<string | undefined> {
  const [row] = await db.query<{ email: string }>(
    'select email from one_time_tokens where token_hash = $1 and purpose = $2 and expires_at > $3',
    [hashOf(token), purpose, now()],
  )
  return row?.email
}

/** Once: of two at the same time one gets the address. */
export async function spendToken(inner: Db, now: Date, purpose: Purpose, token: string): Promise<string | undefined> {
  const [row] = await inner.query<{ email: string }>(
    'delete from one_time_tokens where token_hash = $1 and purpose = $2 and expires_at > $3 returning email',
    [hashOf(token), purpose, now],
  )
  return row?.email
}

export async function revokeTokens(inner: Db, purpose: Purpose, email: string): Promise<void> {
  await inner.query('delete from one_time_tokens where purpose = $1 and lower(email) = lower($2)', [purpose, email])
}

export async function forgetTokens({ db, now }: Given): Promise<void> {
  await db.query('delete from one_time_tokens where expires_at < $1', [now()])
  await db.query('delete from otps where expires_at < $1', [now()])
}
