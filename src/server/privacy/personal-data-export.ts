import type { endpoints } from '#contract/endpoints.ts'
import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import type { Locale } from '#contract/text.ts'
import type { Failure, Wait } from '../runtime/failure.ts'
import type { Caller, Origin } from '../http/register-endpoint.ts'
import type { Db } from '../db/connect.ts'
import type { AppContext } from '../context.ts'
import { enqueue } from '../jobs/queue.ts'
import { noteOrphanedMedia, removeObject } from '../operations/orphaned-media.ts'
import { bucket, giveBack, take } from '../http/rate-limits.ts'
import { passwordFits } from '../accounts/passwords/passwords.ts'
import { HOLDINGS, type Person } from './personal-data.ts'
import { lockPurchasesOf } from '../renewals/mandates.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'media'>
type Owner = Person & { password_hash: string | null; signed_in_at: Date }
type Refusal = Failure<'password' | 'signInAgain'> | Wait

/** So long after signing in nobody is asked to do it again. */
const FRESH_MS = 15 * 60_000

/** Everything the shop keeps about the caller, as of one moment. */
export async function exportData(
  context: Given,
  { userId }: Caller,
): Promise<Omit<ReplyOf<typeof endpoints.myData>, 'status'> | Wait> {
  const wait = await take(context, [bucket(context.encryption, 'myData', String(userId))])
  if (wait) return wait
  return context.db.transaction(async (inner) => {
    await inner.query('set transaction isolation level repeatable read, read only')
    const [person] = await inner.query<Person>('select id, email from users where id = $1', [userId])
    return { made_at: context.now().toISOString(), data: await kept(inner, person) }
  })
}

/** By the names of what is kept; all of them empty when there is no such person. */
export async function kept(db: Db, person: Person | undefined): Promise<Record<string, Record<string, unknown>[]>> {
  const lists: [string, Record<string, unknown>[]][] = []
  for (const { name, read } of HOLDINGS) lists.push([name, person ? await read(db, person) : []])
  return Object.fromEntries(lists)
}

/**
 * Erases the account and what refers to it, for good. A stolen token is not enough: it takes the password too, or, where there
 * is none, that somebody proved the number or the provider's account a moment ago.
 */
export async function deleteAccount(
  context: Given,
  caller: Caller,
  { password }: InputOf<typeof endpoints.deleteAccount>,
  { locale }: Origin,
): Promise<object | Refusal> {
  const tries = [bucket(context.encryption, 'changePassword', String(caller.userId))]
  const wait = await take(context, tries)
  if (wait) return wait
  const owner = await ownerOf(context, caller)
  const failure = await doubtOf(owner, password, context.now())
  if (failure || !owner) return failure ?? { fault: 'signInAgain' }
  await giveBack(context, tries)
  return (await eraseAccount(context, owner, locale)) ? {} : { fault: 'password', fields: { password: 'wrong' } }
}

/**
 * For whom the caller has proved to be the owner. False when the password changed meanwhile, when somebody else has erased it, or
 * when it was opened after `unseenSince`.
 */
export async function eraseAccount(
  context: Given,
  owner: Person & { password_hash: string | null },
  locale: Locale,
  unseenSince?: Date,
): Promise<boolean> {
  const gone = await context.db.transaction(async (inner) => {
    await lockPurchasesOf(inner, owner.id)
    // Waits for a change of the password under way, and finds that it is no longer the one that was looked at.
    const same = await inner.query(
      'select 1 from users where id = $1 and password_hash is not distinct from $2 and ($3::timestamptz is null or seen_at < $3) for update',
      [owner.id, owner.password_hash, unseenSince ?? null],
    )
    if (same.length === 0) return undefined
    const files = (await Promise.all(HOLDINGS.map((holding) => holding.files?.(inner, owner) ?? []))).flat()
    for (const file of files) await noteOrphanedMedia(inner, file, context.now())
    for (const { erase } of HOLDINGS) await erase?.(inner, owner, context)
    await inner.query('delete from users where id = $1', [owner.id])
    if (owner.email)
      await enqueue(inner, context, { kind: 'mail', letter: { name: 'deleted', to: owner.email, locale } })
    return files
  })
  if (!gone) return false
  context.wake()
  for (const file of gone) await removeObject(context, file)
  return true
}

async function ownerOf({ db }: Given, { userId, session }: Caller): Promise<Owner | undefined> {
  const [owner] = await db.query<Owner>(
    'select u.id, u.email, u.password_hash, s.created_at as signed_in_at from users u join sessions s on s.user_id = u.id and s.token_hash = $2 where u.id = $1',
    [userId, session],
  )
  return owner
}

async function doubtOf(
  owner: Owner | undefined,
  password: string | undefined,
  now: Date,
): Promise<Failure<'password' | 'signInAgain'> | undefined> {
  if (!owner?.password_hash)
    return owner && now.getTime() - owner.signed_in_at.getTime() < FRESH_MS ? undefined : { fault: 'signInAgain' }
  const fits = await passwordFits(password ?? '', owner.password_hash)
  return fits ? undefined : { fault: 'password', fields: { password: 'wrong' } }
}
