import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { users } from '../db/schema/accounts.ts'
import type { products } from '../db/schema/catalog/catalog.ts'
import type { Failure } from '../runtime/failure.ts'
import type { AppContext } from '../context.ts'
import { grant } from '../library/library.ts'
import { eraseAccount, personalDataOf } from '../privacy/personal-data-export.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { noteAction } from '../audit/audit-log.ts'
import { UNPROVEN, type Contact } from './accounts/listener-file.ts'

type Dependencies = Pick<AppContext, 'db' | 'now'>
type Users = Row<typeof users>
type UserSummary = Pick<Users, 'id' | 'created_at' | 'email' | 'mobile' | 'country'> & {
  name: string
  unproven: Contact[]
}

const SUMMARY = `select u.id, u.created_at, trim(u.first_name || ' ' || u.last_name) as name, coalesce(u.email, u.contact_email) as email, u.mobile, u.country, ${UNPROVEN} from users u`

export async function listUsers({ db }: Pick<AppContext, 'db'>, slice: Slice): Promise<Paged<UserSummary>> {
  return pageOf(db, SUMMARY, slice)
}

/** Finds users by a part of the address, the mobile number or the name. */
export async function findUsers(
  { db }: Pick<AppContext, 'db'>,
  text: string,
  slice: Slice,
): Promise<Paged<UserSummary>> {
  return pageOf(
    db,
    `${SUMMARY} where position(lower($1) in lower(concat_ws(' ', u.email, u.contact_email, u.mobile, u.first_name, u.last_name, u.first_name))) > 0`,
    slice,
    [text.trim()],
  )
}

/** The account as a support request needs it. The access is logged, because it is personal data. */
export async function userFile({ db, now }: Dependencies, id: number): Promise<Record<string, unknown> | undefined> {
  const [row] = await db.query<Record<string, unknown>>(
    `select u.id, u.created_at, u.email, u.contact_email, u.first_name, u.last_name, u.mobile, u.country, u.state, u.profile_completed,
       array(select i.provider from identities i where i.user_id = u.id order by i.id) as signs_in_by,
       (select count(*) from sessions s where s.user_id = u.id and s.expires_at > $2) as sessions,
       (select p.key || ' until ' || to_char(s.ends_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') from subscriptions s join plans p on p.id = s.plan_id
         where s.user_id = u.id and s.status = 'active' and s.ends_at > $2 order by s.ends_at desc limit 1) as plan,
       array(select p.key || ' (' || l.how || ')' from library_entries l join products p on p.id = l.product_id where l.user_id = u.id order by l.added_at) as library,
       array(select o.id || ' ' || o.status from orders o where o.user_id = u.id order by o.id) as orders
     from users u where u.id = $1`,
    [id, now()],
  )
  if (row) await noteAction(db, now(), 'look', `user ${id}`)
  return row
}

/** Ends every session at once, for a lost telephone or a stolen account. */
export async function logOutUser({ db, now }: Dependencies, id: number, who?: string): Promise<number | undefined> {
  return inTransactionFor(db, id, async (inner) => {
    const ended = await inner.query('delete from sessions where user_id = $1 returning 1', [id])
    await noteAction(inner, now(), 'log out', `user ${id}`, { sessions: ended.length }, who)
    return ended.length
  })
}

/** Who acts at the desk and why; by default who is at the command line. */
export type By = { who?: string; reason?: string }

/** Grants a title without an order: a present, or a course paid by an institute. Repeating it changes nothing. */
export async function giveTitle(
  { db, now }: Dependencies,
  id: number,
  key: string,
  { who, reason }: By = {},
): Promise<string | Failure<'user' | 'title'>> {
  const granted = await inTransactionFor(db, id, async (inner): Promise<string | Failure<'title'>> => {
    const [title] = await inner.query<Pick<Row<typeof products>, 'id'>>(
      `select id from products where key = $1 and status = 'published'`,
      [key],
    )
    if (!title) return { fault: 'title' }
    await grant({ db: inner, now }, id, title.id, 'gift')
    await inner.query(
      'update library_entries set given_at = coalesce(given_at, $3) where user_id = $1 and product_id = $2',
      [id, title.id, now()],
    )
    await noteAction(inner, now(), 'give', `user ${id}`, { title: key, ...(reason && { reason }) }, who)
    return key
  })
  return granted ?? { fault: 'user' }
}

/** The personal data of a listener who asks for it in writing. */
export async function exportUser(
  { db, now }: Dependencies,
  id: number,
  who?: string,
): Promise<{ made_at: string; data: Record<string, Record<string, unknown>[]> } | undefined> {
  return inTransactionFor(db, id, async (inner, email) => {
    await noteAction(inner, now(), 'export', `user ${id}`, {}, who)
    return { made_at: now().toISOString(), data: await personalDataOf(inner, { id, email }) }
  })
}

/** Erases the account of a listener who asked in writing and proved their identity. */
export async function eraseUser(
  context: Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'media'>,
  id: number,
  who?: string,
): Promise<boolean> {
  const [account] = await context.db.query<Pick<Users, 'id' | 'email' | 'password_hash'>>(
    'select id, email, password_hash from users where id = $1',
    [id],
  )
  if (!account || !(await eraseAccount(context, account, 'en'))) return false
  await noteAction(context.db, context.now(), 'erase', `user ${id}`, {}, who)
  return true
}

async function inTransactionFor<Result>(
  db: Db,
  id: number,
  work: (inner: Db, email: Users['email']) => Promise<Result>,
): Promise<Result | undefined> {
  return db.transaction(async (inner) => {
    const [user] = await inner.query<Pick<Users, 'email'>>('select email from users where id = $1 for share', [id])
    return user && work(inner, user.email)
  })
}
