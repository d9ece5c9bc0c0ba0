import type { Locale } from '#contract/text.ts'
import type { PasswordPolicy } from '#contract/accounts.ts'
import type { Db } from '../../db/connect.ts'
import type { Failure, Wait } from '../../runtime/failure.ts'
import type { Caller, Origin } from '../../http/register-endpoint.ts'
import type { AppContext } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { newPasswordFault } from './common-passwords.ts'
import { isKnown, remember } from '../known-networks.ts'
import { bucket, giveBack, networkOf, take } from '../../http/rate-limits.ts'
import { hashPassword, NOBODY, passwordFits } from './passwords.ts'
import { closeSessions, openSession } from '../sessions.ts'
import { issueToken, readToken, revokeTokens, spendToken } from '../one-time-tokens.ts'
import { userByEmail } from '../users.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'passwordPolicy'>
type Pair = { password: string; confirm_password: string }
type Changed = Pair & { old_password: string }

/** One mail either way, as at sign-up. */
export async function askToReset(context: Given, email: string, { address, locale }: Origin): Promise<object | Wait> {
  const { db, encryption, now, wake } = context
  const user = await userByEmail(db, email)
  const known = await isKnown(context, user?.id, address)
  const network = networkOf(address)
  const account = bucket(encryption, 'linkAccount', 'reset', email.toLowerCase(), known ? network : '')
  const wait = await take(context, [bucket(encryption, 'linkAddress', network), account])
  if (wait) return wait
  await db.transaction(async (inner) => {
    const token = user ? await issueToken(inner, now(), 'reset', email) : undefined
    await enqueue(inner, context, {
      kind: 'mail',
      letter: { name: user ? 'reset' : 'stranger', to: user?.email ?? email, locale, token },
    })
  })
  wake()
  return {}
}

export async function checkReset(context: Given, token: string) {
  return (await readToken(context, 'reset', token)) ? { password_rules: context.passwordPolicy } : { status: false }
}

/** Signs nobody in: whoever has the mailbox now types the password once. */
export async function resetPassword(
  context: Given,
  { token, ...pair }: Pair & { token: string },
  { address, locale }: Origin,
) {
  if (!(await readToken(context, 'reset', token))) return { fault: 'linkExpired' } as const
  const failure = await pairFault(pair, context.passwordPolicy)
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
  await remember(context, userId, address)
  return {}
}

/** Every session ends, and this browser gets a new one. */
export async function changePassword(
  context: Given,
  { userId, session }: Caller,
  { old_password, ...pair }: Changed,
  { locale }: Origin,
) {
  const tries = [bucket(context.encryption, 'changePassword', String(userId))]
  const wait = await take(context, tries)
  if (wait) return wait
  const [user] = await context.db.query<{ password_hash: string | null }>(
    'select password_hash from users where id = $1',
    [userId],
  )
  const fits = await passwordFits(old_password, user?.password_hash ?? NOBODY)
  if (!user?.password_hash || !fits) return { fault: 'oldPassword', fields: { old_password: 'wrong' } } as const
  await giveBack(context, tries)
  const failure = await pairFault(pair, context.passwordPolicy)
  if (failure) return failure
  const hash = await hashPassword(pair.password)
  const change = { userId, session, old: user.password_hash, hash, locale }
  const token = await context.db.transaction((inner) => replace(inner, context, change))
  if (!token) return { fault: 'oldPassword', fields: { old_password: 'wrong' } } as const
  context.wake()
  return { token }
}

type Replacement = { userId: number; session: Buffer; old: string; hash: string; locale: Locale }

/** Only while the password is still the one that was looked at: of two changes at once one counts. */
async function replace(
  inner: Db,
  context: Given,
  { userId, session, old, hash, locale }: Replacement,
): Promise<string | undefined> {
  const [user] = await inner.query<{ email: string }>(
    'update users set password_hash = $3 where id = $1 and password_hash = $2 returning email',
    [userId, old, hash],
  )
  const [kept] = await inner.query<{ remember: boolean }>(
    'select idle_seconds > 86400 as remember from sessions where token_hash = $1',
    [session],
  )
  if (!user || !kept) return undefined
  await closeSessions(inner, userId)
  await revokeTokens(inner, 'reset', user.email)
  await enqueue(inner, context, { kind: 'mail', letter: { name: 'changed', to: user.email, locale } })
  return openSession({ db: inner, now: context.now }, userId, kept)
}

async function pairFault(
  { password, confirm_password }: Pair,
  policy: PasswordPolicy,
): Promise<Failure<'password'> | undefined> {
  const fault = await newPasswordFault(password, policy)
  if (fault) return { fault: 'password', fields: { password: fault } }
  return password === confirm_password ? undefined : { fault: 'password', fields: { confirm_password: 'mismatch' } }
}
