import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../db/connect.ts'

const LIFE_DAYS = 30

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export async function callerOf({ db, now }: { db: Db; now: () => Date }, token: string): Promise<{ userId: number } | undefined> {
  const [row] = await db.query<{ user_id: number }>('select user_id from sessions where token_hash = $1 and expires_at > $2', [hashOf(token), now()], 'session')
  return row && { userId: row.user_id }
}

/** The token is known to its holder only. */
export async function openSession({ db, now }: { db: Db; now: () => Date }, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(now().getTime() + LIFE_DAYS * 86_400_000)
  await db.query('insert into sessions (token_hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)', [hashOf(token), userId, now(), expires])
  return token
}
