import type { PasswordPolicy } from '#contract/accounts/accounts.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { users } from '../../db/schema/accounts.ts'
import type { Failure, RetryAfter } from '../../runtime/failure.ts'
import type { Caller, ClientInfo } from '../../http/register-endpoint.ts'
import type { AppContext } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { newPasswordFault } from './common-passwords.ts'
import { isKnownNetwork, rememberNetwork } from '../known-networks.ts'
import { addressBuckets, bucket, giveBack, networkOf, take } from '../../http/rate-limits.ts'
import { hashPassword, passwordFits, UNMATCHABLE_HASH } from './passwords.ts'
import { closeSessions, openSession } from '../sessions.ts'
import { issueToken, LIFETIME_SECONDS, readToken, revokeTokens, spendToken } from '../one-time-tokens.ts'
import { userByEmail } from '../users.ts'

type PasswordContext = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'passwordPolicy'>
type Pair = { password: string; confirm_password: string }
type Changed = Pair & { old_password: string }

/** Sends one mail whether or not the account exists, so that the caller does not learn it. */
export async function requestReset(
  context: PasswordContext,
  { email, next }: { email: string; next?: string | undefined },
  { address, locale }: ClientInfo,
): Promise<object | RetryAfter> {
  const { db, encryption, now, wake } = context
  const user = await userByEmail(db, email)
  const isKnown = await isKnownNetwork(context, user?.id, address)
  const network = networkOf(address)
  const account = bucket(encryption, 'linkAccount', 'reset', email.toLowerCase(), isKnown ? network : '')
  const retryAfter = await take(context, [...addressBuckets(encryption, 'linkAddress', address), account])
  if (retryAfter) return retryAfter
  await db.transaction(async (inner) => {
    const token = user ? await issueToken(inner, now(), 'reset', email) : undefined
    await enqueue(inner, context, {
      kind: 'mail',
      letter: { name: user ? 'reset' : 'stranger', to: user?.email ?? email, locale, token, next },
      validSeconds: LIFETIME_SECONDS.reset,
    })
  })
  wake()
  return {}
}

export async function checkReset(context: PasswordContext, token: string) {
  return (await readToken(context, 'reset', token)) ? { password_rules: context.passwordPolicy } : { status: false }
}

/** Sets a new password by the link of a mail. It does not sign in: the user types the new password once. */
export async function resetPassword(
  context: PasswordContext,
  { token, ...pair }: Pair & { token: string },
  { address, locale }: ClientInfo,
) {
  if (!(await readToken(context, 'reset', token))) return { fault: 'linkExpired' } as const
  const failure = await passwordPairFault(pair, context.passwordPolicy)
  if (failure) return failure
  const hash = await hashPassword(pair.password)
  const userId = await context.db.transaction(async (inner) => {
    const email = await spendToken(inner, context.now(), 'reset', token)
    const user = email && (await userByEmail(inner, email))
    if (!user) return undefined
    await inner.query('update users set password_hash = $2 where id = $1', [user.id, hash])
    await closeSessions(inner, user.id)
    await enqueue(inner, context, { kind: 'mail', letter: { name: 'changed', to: user.email ?? '', locale } })
    return user.id
  })
  if (!userId) return { fault: 'linkExpired' } as const
  context.wake()
  await rememberNetwork(context, userId, address)
  return {}
}

/** Closes every session and opens a new one for this browser. */
export async function changePassword(
  context: PasswordContext,
  { userId, session }: Caller,
  { old_password, ...pair }: Changed,
  client: ClientInfo,
) {
  const buckets = [bucket(context.encryption, 'changePassword', String(userId))]
  const retryAfter = await take(context, buckets)
  if (retryAfter) return retryAfter
  const [user] = await context.db.query<Pick<Row<typeof users>, 'password_hash'>>(
    'select password_hash from users where id = $1',
    [userId],
  )
  const isRight = await passwordFits(old_password, user?.password_hash ?? UNMATCHABLE_HASH)
  if (!user?.password_hash || !isRight) return { fault: 'oldPassword', fields: { old_password: 'wrong' } } as const
  await giveBack(context, buckets)
  const failure = await passwordPairFault(pair, context.passwordPolicy)
  if (failure) return failure
  const hash = await hashPassword(pair.password)
  const change = { userId, session, oldHash: user.password_hash, hash, client }
  const token = await context.db.transaction((inner) => replacePassword(inner, context, change))
  if (!token) return { fault: 'oldPassword', fields: { old_password: 'wrong' } } as const
  context.wake()
  return { token }
}

type Replacement = { userId: number; session: Buffer; oldHash: string; hash: string; client: ClientInfo }

/** Replaces the password only if it is still the one that was checked, and its session has not ended: of two concurrent changes one counts. */
async function replacePassword(
  inner: Db,
  context: PasswordContext,
  { userId, session, oldHash, hash, client }: Replacement,
): Promise<string | undefined> {
  const [user] = await inner.query<{ email: string; remember: boolean }>(
    `update users u set password_hash = $3 from sessions s
      where u.id = $1 and u.password_hash = $2 and s.token_hash = $4 and s.user_id = u.id
      returning u.email, s.idle_seconds > 86400 as remember`,
    [userId, oldHash, hash, session],
  )
  if (!user) return undefined
  await closeSessions(inner, userId)
  await revokeTokens(inner, 'reset', user.email)
  await enqueue(inner, context, { kind: 'mail', letter: { name: 'changed', to: user.email, locale: client.locale } })
  return openSession({ db: inner, now: context.now }, userId, { remember: user.remember, client })
}

async function passwordPairFault(
  { password, confirm_password }: Pair,
  policy: PasswordPolicy,
): Promise<Failure<'password'> | undefined> {
  const fault = await newPasswordFault(password, policy)
  if (fault) return { fault: 'password', fields: { password: fault } }
  return password === confirm_password ? undefined : { fault: 'password', fields: { confirm_password: 'mismatch' } }
}
