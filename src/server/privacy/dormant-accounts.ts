import type { Locale } from '#contract/text/locale.ts'
import { isOwned } from '../db/ownership.ts'
import type { AppContext } from '../context.ts'
import type { Row } from '../db/row.ts'
import type { users } from '../db/schema/accounts.ts'
import { enqueue } from '../jobs/queue.ts'
import { UNSENT_JOBS } from '../jobs/unsent-jobs.ts'
import { eraseAccount } from './personal-data-export.ts'

type Users = Row<typeof users>
type DormantAccount = Pick<Users, 'id' | 'email' | 'password_hash'> & {
  address: string
  warned_at: NonNullable<Users['warned_at']>
  locale: Locale
}

const MAX_PER_RUN = 100

/** Accounts with purchases, gifts, certificates or retained auditions are never dormant, nor are accounts without an address for the warning. */
const DORMANT = `u.seen_at < $1::timestamptz - interval '3 years' and coalesce(u.email, u.contact_email) <> ''
  and not exists (select 1 from library_entries l where l.user_id = u.id and ${isOwned('l')})
  and not exists (select 1 from certificates c where c.user_id = u.id) and not exists (select 1 from auditions a where a.user_id = u.id and a.is_kept)
  and not exists (select 1 from subscriptions s where s.user_id = u.id and s.ends_at > $1::timestamptz - interval '3 years')`

/** No account is erased while mails are stuck: its warning may not have been sent. */
const MAILS_ARE_SENT = `not exists (select 1 from ${UNSENT_JOBS} j where j.kind = 'mail' and j.created_at < $1::timestamptz - interval '1 day')`

const ACCOUNT = `u.id, u.email, coalesce(u.email, u.contact_email) as address, u.password_hash, u.warned_at,
  coalesce((select o.locale from orders o where o.user_id = u.id order by o.id desc limit 1), 'en') as locale`

/** Warns accounts without a sign-in for three years, and erases them a week later unless they were used. */
export async function eraseDormantAccounts(
  context: Pick<AppContext, 'db' | 'media' | 'encryption' | 'now' | 'wake'>,
): Promise<void> {
  const { db, now } = context
  const due = await db.query<DormantAccount>(
    `select ${ACCOUNT} from users u where u.warned_at < $1::timestamptz - interval '7 days' and ${DORMANT} and ${MAILS_ARE_SENT} limit ${MAX_PER_RUN}`,
    [now()],
  )
  const failures: unknown[] = []
  for (const account of due)
    await eraseAccount(context, account, account.locale, account.warned_at).catch((error: unknown) =>
      failures.push(error),
    )
  await db.transaction(async (inner) => {
    const warned = await inner.query<DormantAccount>(
      `update users u set warned_at = $1 where u.id in (select u.id from users u where u.warned_at is null and ${DORMANT} limit ${MAX_PER_RUN} for update skip locked)
       returning ${ACCOUNT}`,
      [now()],
    )
    for (const { address, locale } of warned)
      await enqueue(inner, context, { kind: 'mail', letter: { name: 'dormant', to: address, locale } })
  })
  context.wake()
  if (failures.length > 0) throw failures[0]
}
