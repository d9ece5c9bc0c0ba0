import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { oneTimeTokens } from '../db/schema/accounts.ts'
import { hashOf, newToken } from './sessions.ts'
import { UNSENT_SECONDS } from '../jobs/start-validity.ts'
import type { AppContext } from '../context.ts'

type Purpose = 'sign-up' | 'reset'

/** From the moment when the mail is sent. */
export const LIFETIME_SECONDS: Record<Purpose, number> = { 'sign-up': 86_400, reset: 3_600 }

/** Creates the secret of a link; an earlier link of the same purpose stops working. */
export async function issueToken(inner: Db, now: Date, purpose: Purpose, email: string): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + (UNSENT_SECONDS + LIFETIME_SECONDS[purpose]) * 1000)
  await inner.query(
    `insert into one_time_tokens (token_hash, purpose, email, expires_at) values ($1, $2, $3, $4)
     on conflict (purpose, lower(email)) do update set token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at`,
    [hashOf(token), purpose, email, expiresAt],
  )
  return token
}

/** The address that the link was sent to; undefined when the link has expired. */
export async function readToken(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  purpose: Purpose,
  token: string,
): Promise<string | undefined> {
  const [row] = await db.query<Pick<Row<typeof oneTimeTokens>, 'email'>>(
    'select email from one_time_tokens where token_hash = $1 and purpose = $2 and expires_at > $3',
    [hashOf(token), purpose, now()],
  )
  return row?.email
}

/** Returns the address once: of two concurrent calls only one gets it. */
export async function spendToken(inner: Db, now: Date, purpose: Purpose, token: string): Promise<string | undefined> {
  const [row] = await inner.query<Pick<Row<typeof oneTimeTokens>, 'email'>>(
    'delete from one_time_tokens where token_hash = $1 and purpose = $2 and expires_at > $3 returning email',
    [hashOf(token), purpose, now],
  )
  return row?.email
}

export async function revokeTokens(inner: Db, purpose: Purpose, email: string): Promise<void> {
  await inner.query('delete from one_time_tokens where purpose = $1 and lower(email) = lower($2)', [purpose, email])
}

export async function forgetTokens({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await db.query('delete from one_time_tokens where expires_at < $1', [now()])
  await db.query('delete from otps where expires_at < $1', [now()])
}
