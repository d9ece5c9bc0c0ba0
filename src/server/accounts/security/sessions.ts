import type { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { AppContext } from '../../context.ts'
import type { Row } from '../../db/row.ts'
import type { sessions } from '../../db/schema/accounts.ts'
import type { Caller } from '../../http/register-endpoint.ts'
import type { Failure } from '../../runtime/failure.ts'

type Dependencies = Pick<AppContext, 'db' | 'now'>
type Listed = Pick<Row<typeof sessions>, 'id' | 'browser' | 'country' | 'created_at' | 'used_at'> & { is_this: boolean }

/** Where the listener is signed in, this session first. `used_at` is exact to the hour. */
export async function listSessions(
  { db, now }: Dependencies,
  { userId, session }: Caller,
): Promise<Omit<ReplyOf<typeof endpoints.mySessions>, 'status'>> {
  const rows = await db.query<Listed>(
    `select id, browser, country, created_at, used_at, token_hash = $2 as is_this from sessions
      where user_id = $1 and expires_at > $3 and used_at + idle_seconds * interval '1 second' > $3
      order by is_this desc, used_at desc, id desc`,
    [userId, session, now()],
  )
  return {
    sessions: rows.map(({ id, browser, country, created_at, used_at, is_this }) => ({
      ...{ id, browser, country, is_this },
      ...{ created_at: created_at.toISOString(), used_at: used_at.toISOString() },
    })),
  }
}

export async function endOwnSession(
  { db }: Dependencies,
  { userId }: Caller,
  id: number,
): Promise<{ status: true } | Failure<'notFound'>> {
  const ended = await db.query('delete from sessions where id = $1 and user_id = $2 returning id', [id, userId])
  return ended.length > 0 ? { status: true } : { fault: 'notFound' }
}

export async function endOtherSessions({ db }: Dependencies, { userId, session }: Caller): Promise<{ ended: number }> {
  const ended = await db.query('delete from sessions where user_id = $1 and token_hash <> $2 returning id', [
    ...[userId, session],
  ])
  return { ended: ended.length }
}
