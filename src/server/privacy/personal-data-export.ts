import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Failure, RetryAfter } from '../runtime/failure.ts'
import type { Caller, ClientInfo } from '../http/register-endpoint.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { users } from '../db/schema/accounts.ts'
import type { AppContext } from '../context.ts'
import { lockCatalog } from '../db/upsert.ts'
import { enqueue } from '../jobs/queue.ts'
import { noteOrphanedMedia, removeObject } from '../adapters/media/orphaned-media.ts'
import { bucket, take } from '../http/rate-limits.ts'
import { proveOwnership } from '../accounts/security/prove-ownership.ts'
import type { DataSubject } from './holding.ts'
import { HOLDINGS } from './personal-data.ts'
import { lockPurchasesOf } from '../renewals/mandates.ts'

type Dependencies = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'media'>
type Account = DataSubject & Pick<Row<typeof users>, 'password_hash'>
type Refusal = Failure<'password' | 'signInAgain'> | RetryAfter

/** Everything that the shop stores about the caller, as of one moment. */
export async function exportData(
  context: Dependencies,
  { userId }: Caller,
): Promise<Omit<ReplyOf<typeof endpoints.myData>, 'status'> | RetryAfter> {
  const retryAfter = await take(context, [bucket(context.encryption, 'myData', String(userId))])
  if (retryAfter) return retryAfter
  return context.db.transaction(async (inner) => {
    await inner.query('set transaction isolation level repeatable read, read only')
    const [subject] = await inner.query<DataSubject>('select id, email from users where id = $1', [userId])
    return { made_at: context.now().toISOString(), data: await personalDataOf(inner, subject) }
  })
}

/** Rows by the names of the holdings. Without a subject every list is empty. */
export async function personalDataOf(
  db: Db,
  subject: DataSubject | undefined,
): Promise<Record<string, Record<string, unknown>[]>> {
  const lists: [string, Record<string, unknown>[]][] = []
  for (const { name, read } of HOLDINGS) lists.push([name, subject ? await read(db, subject) : []])
  return Object.fromEntries(lists)
}

/**
 * Erases the account and its data for good. A session alone is not enough, it may be stolen: the caller must give the password,
 * or must have signed in a moment ago when the account has none.
 */
export async function deleteAccount(
  context: Dependencies,
  caller: Caller,
  { password }: InputOf<typeof endpoints.deleteAccount>,
  { locale }: ClientInfo,
): Promise<object | Refusal> {
  // Before the proof: a password that changes meanwhile is noticed when the account is erased.
  const [account] = await context.db.query<Account>('select id, email, password_hash from users where id = $1', [
    caller.userId,
  ])
  const refusal = await proveOwnership(context, caller, password)
  if (refusal || !account) return refusal ?? { fault: 'signInAgain' }
  return (await eraseAccount(context, account, locale)) ? {} : { fault: 'password', fields: { password: 'wrong' } }
}

/**
 * The caller must have proved to own the account. False when the password changed meanwhile, when the account is erased already,
 * or when it was used after `unseenSince`.
 */
export async function eraseAccount(
  context: Dependencies,
  account: Account,
  locale: Locale,
  unseenSince?: Date,
): Promise<boolean> {
  const files = await context.db.transaction(async (inner) => {
    await lockPurchasesOf(inner, account.id)
    // Reviews go with the account. A publication that holds this lock writes to followers, whose rows are locked next.
    await lockCatalog(inner)
    // Waits for a password change in progress: the checked password may not be the current one any more.
    const unchanged = await inner.query(
      'select 1 from users where id = $1 and password_hash is not distinct from $2 and ($3::timestamptz is null or seen_at < $3) for update',
      [account.id, account.password_hash, unseenSince ?? null],
    )
    if (unchanged.length === 0) return undefined
    // One after the other: they share the connection of the transaction.
    const owned: string[] = []
    for (const holding of HOLDINGS) owned.push(...((await holding.files?.(inner, account)) ?? []))
    for (const file of owned) await noteOrphanedMedia(inner, file, context.now())
    for (const { erase } of HOLDINGS) await erase?.(inner, account, context)
    await inner.query('delete from users where id = $1', [account.id])
    if (account.email)
      await enqueue(inner, context, { kind: 'mail', letter: { name: 'deleted', to: account.email, locale } })
    return owned
  })
  if (!files) return false
  context.wake()
  for (const file of files) await removeObject(context, file)
  return true
}
