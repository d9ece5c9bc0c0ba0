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
  locale: Locale
}

const MAX_PER_RUN = 100

/** Accounts with purchases, gifts, certificates, retained auditions or a plan of the last three years are never dormant. */
const IS_UNUSED = `not exists (select 1 from library_entries l where l.user_id = u.id and ${isOwned('l')})
  and not exists (select 1 from certificates c where c.user_id = u.id) and not exists (select 1 from auditions a where a.user_id = u.id and a.is_kept)
  and not exists (select 1 from subscriptions s where s.user_id = u.id and s.ends_at > $1::timestamptz - interval '3 years')`
const ADDRESS = 'coalesce(u.email, u.contact_email)'
const DORMANT = `u.seen_at < $1::timestamptz - interval '3 years' and ${ADDRESS} <> '' and ${IS_UNUSED}`

/** Accounts that only a mobile number opens: text messages carry codes and nothing else, so they get a year instead of a letter. */
const LONG_AGO = `$1::timestamptz - interval '4 years'`
const SILENT = `u.seen_at < ${LONG_AGO} and ${ADDRESS} = '' and ${IS_UNUSED}`

/** No account is erased while mails are stuck: its warning may not have been sent. */
const MAILS_ARE_SENT = `not exists (select 1 from ${UNSENT_JOBS} j where j.kind = 'mail' and j.created_at < $1::timestamptz - interval '1 day')`

const ACCOUNT = `u.id, u.email, ${ADDRESS} as address, u.password_hash,
  coalesce((select o.locale from orders o where o.user_id = u.id order by o.id desc limit 1), 'en') as locale`

/** Warns accounts without a sign-in for three years, and erases them a week later unless they were used; without an address after four. */
export async function eraseDormantAccounts(
  context: Pick<AppContext, 'db' | 'media' | 'encryption' | 'now' | 'wake'>,
): Promise<void> {
  const { db, now } = context
  const due = await db.query<DormantAccount & { unseen_since: Date }>(
    `select ${ACCOUNT}, case when ${ADDRESS} = '' then ${LONG_AGO} else u.warned_at end as unseen_since from users u
     where (u.warned_at < $1::timestamptz - interval '7 days' and ${DORMANT} and ${MAILS_ARE_SENT}) or (${SILENT}) limit ${MAX_PER_RUN}`,
    [now()],
  )
  const failures: unknown[] = []
  for (const account of due)
    await eraseAccount(context, account, account.locale, account.unseen_since).catch((error: unknown) =>
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
