import type { Locale } from '#contract/text.ts'
import type { AppContext } from '../context.ts'
import { enqueue } from '../jobs/queue.ts'
import { UNSENT_JOBS } from '../jobs/unsent.ts'
import { eraseAccount } from './personal-data-export.ts'

type Given = Pick<AppContext, 'db' | 'media' | 'encryption' | 'now' | 'wake'>
type Sleeper = {
  id: number
  email: string | null
  address: string
  warned_at: Date
  password_hash: string | null
  locale: Locale
}

/** So many in one round: each is a letter, or an account with all that belongs to it. */
const AT_ONCE = 100

/** What was paid for, given or learned stays, however long nobody comes; nobody is erased who has no address to be told at. */
const DORMANT = `u.seen_at < $1::timestamptz - interval '3 years' and coalesce(u.email, u.contact_email) <> ''
  and not exists (select 1 from library_entries l where l.user_id = u.id and l.how in ('purchase', 'gift'))
  and not exists (select 1 from certificates c where c.user_id = u.id) and not exists (select 1 from auditions a where a.user_id = u.id and a.is_kept)
  and not exists (select 1 from subscriptions s where s.user_id = u.id and s.ends_at > $1::timestamptz - interval '3 years')`

/** A letter that never left told nobody: while mails are stuck nobody is erased. */
const TOLD = `not exists (select 1 from ${UNSENT_JOBS} j where j.kind = 'mail' and j.created_at < $1::timestamptz - interval '1 day')`

const SLEEPER = `u.id, u.email, coalesce(u.email, u.contact_email) as address, u.password_hash, u.warned_at,
  coalesce((select o.locale from orders o where o.user_id = u.id order by o.id desc limit 1), 'en') as locale`

/** Writes to who did not come for three years, and erases a week later who still has not come. */
export async function forgetDormant(context: Given): Promise<void> {
  const { db, now } = context
  const gone = await db.query<Sleeper>(
    `select ${SLEEPER} from users u where u.warned_at < $1::timestamptz - interval '7 days' and ${DORMANT} and ${TOLD} limit ${AT_ONCE}`,
    [now()],
  )
  const failures: unknown[] = []
  for (const sleeper of gone)
    await eraseAccount(context, sleeper, sleeper.locale, sleeper.warned_at).catch((error: unknown) =>
      failures.push(error),
    )
  await db.transaction(async (inner) => {
    const warned = await inner.query<Sleeper>(
      `update users u set warned_at = $1 where u.id in (select u.id from users u where u.warned_at is null and ${DORMANT} limit ${AT_ONCE} for update skip locked)
       returning ${SLEEPER}`,
      [now()],
    )
    for (const { address, locale } of warned)
      await enqueue(inner, context, { kind: 'mail', letter: { name: 'dormant', to: address, locale } })
  })
  context.wake()
  if (failures.length > 0) throw failures[0]
}
