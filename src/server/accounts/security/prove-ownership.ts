import type { AppContext } from '../../context.ts'
import type { Row } from '../../db/row.ts'
import type { users } from '../../db/schema/accounts.ts'
import { bucket, giveBack, take } from '../../http/rate-limits.ts'
import type { Caller } from '../../http/register-endpoint.ts'
import type { Failure, RetryAfter } from '../../runtime/failure.ts'
import { passwordFits } from '../passwords/passwords.ts'

type Dependencies = Pick<AppContext, 'db' | 'encryption' | 'now'>

/** A sign-in counts as proof of ownership for this long. */
const FRESH_SIGN_IN_MS = 15 * 60_000

/** Whether the session of the call began a moment ago. */
export async function isFreshSignIn(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { userId, session }: Caller,
): Promise<boolean> {
  const rows = await db.query('select 1 from sessions where token_hash = $1 and user_id = $2 and created_at > $3', [
    ...[session, userId, new Date(now().getTime() - FRESH_SIGN_IN_MS)],
  ])
  return rows.length > 0
}

/**
 * A session alone is not enough for what cannot be taken back, it may be stolen: the caller gives the password, or signed in a
 * moment ago when the account has none. Undefined: proved.
 */
export async function proveOwnership(
  context: Dependencies,
  caller: Caller,
  password: string | undefined,
): Promise<Failure<'password' | 'signInAgain'> | RetryAfter | undefined> {
  const buckets = [bucket(context.encryption, 'changePassword', String(caller.userId))]
  const retryAfter = await take(context, buckets)
  if (retryAfter) return retryAfter
  const [user] = await context.db.query<Pick<Row<typeof users>, 'password_hash'>>(
    'select password_hash from users where id = $1',
    [caller.userId],
  )
  if (!user?.password_hash) {
    if (!user || !(await isFreshSignIn(context, caller))) return { fault: 'signInAgain' }
  } else if (!(await passwordFits(password ?? '', user.password_hash)))
    return { fault: 'password', fields: { password: 'wrong' } }
  await giveBack(context, buckets)
  return undefined
}
