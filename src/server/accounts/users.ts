import type { SignedIn } from '#contract/accounts/accounts.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { users } from '../db/schema/accounts.ts'
import type { AppContext } from '../context.ts'
import type { ClientInfo } from '../http/register-endpoint.ts'
import { rememberNetwork } from './known-networks.ts'
import { noteSignInDevice } from './security/sign-in-device.ts'
import { openSession } from './sessions.ts'

type User = Pick<Row<typeof users>, 'id' | 'email' | 'password_hash'>
type SessionUser = Pick<Row<typeof users>, 'first_name' | 'last_name' | 'state' | 'mobile'> & {
  account_id: string
  email: string
  profile_image: Row<typeof users>['picture']
  country_code: Row<typeof users>['country']
  instituteName: string
  is_subscribed: boolean
}

/** The column `email` holds only addresses that a link verified. */
export async function userByEmail(db: Db, email: string): Promise<User | undefined> {
  const [user] = await db.query<User>('select id, email, password_hash from users where lower(email) = lower($1)', [
    email,
  ])
  return user
}

/** `deviceId`: of the browser, as it registers itself. */
type SignInDetails = { client: ClientInfo; remember?: boolean; isNew?: boolean; deviceId?: string }

/** Opens a session for a user whose identity is already proved, and returns what the pages show of the user. */
export async function startSession(
  context: Pick<AppContext, 'db' | 'encryption' | 'now'>,
  userId: number,
  details: SignInDetails,
): Promise<SignedIn> {
  const [user] = await context.db.query<SessionUser>(
    `select u.id::text as account_id, coalesce(u.email, u.contact_email) as email, u.first_name, u.last_name, u.picture as profile_image, u.country as country_code, u.state, u.mobile,
       coalesce(i.name, '') as "instituteName",
       exists (select 1 from subscriptions s where s.user_id = u.id and s.status = 'active' and s.starts_at <= $2 and s.ends_at > $2) as is_subscribed
     from users u left join institutes i on i.id = u.institute_id where u.id = $1`,
    [userId, context.now()],
  )
  const { client, remember, deviceId } = details
  await rememberNetwork(context, userId, client.address)
  await noteSignInDevice(context, userId, { client, deviceId })
  const token = await openSession(context, userId, { remember, client })
  return { status: '1', token, ...user, ...(details.isNew !== undefined && { is_new_user: details.isNew }) }
}
