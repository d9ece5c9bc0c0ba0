import type { SignedIn } from '#contract/accounts.ts'
import type { Db } from '../db/connect.ts'
import type { AppContext } from '../context.ts'
import { remember } from './known-networks.ts'
import { openSession } from './sessions.ts'

type User = { id: number; email: string | null; password_hash: string | null }
type Welcome = {
  email: string
  first_name: string
  last_name: string
  profile_image: string | null
  country_code: string
  state: string
  mobile: string
  instituteName: string
  is_subscribed: boolean
}

/** Only addresses that a link proved are in `email`. */
export async function userByEmail(db: Db, email: string): Promise<User | undefined> {
  const [user] = await db.query<User>('select id, email, password_hash from users where lower(email) = lower($1)', [
    email,
  ])
  return user
}

export type Entry = { address: string; remember?: boolean; isNew?: boolean }

/** Lets somebody in whom the caller has proved: a session of its own, and what the pages show of the listener. */
export async function letIn(
  context: Pick<AppContext, 'db' | 'encryption' | 'now'>,
  userId: number,
  entry: Entry,
): Promise<SignedIn> {
  const [welcome] = await context.db.query<Welcome>(
    `select coalesce(u.email, u.contact_email) as email, u.first_name, u.last_name, u.picture as profile_image, u.country as country_code, u.state, u.mobile,
       coalesce(i.name, '') as "instituteName",
       exists (select 1 from subscriptions s where s.user_id = u.id and s.status = 'active' and s.starts_at <= $2 and s.ends_at > $2) as is_subscribed
     from users u left join institutes i on i.id = u.institute_id where u.id = $1`,
    [userId, context.now()],
  )
  await remember(context, userId, entry.address)
  const token = await openSession(context, userId, { remember: entry.remember })
  return { status: '1', token, ...welcome, ...(entry.isNew !== undefined && { is_new_user: entry.isNew }) }
}
