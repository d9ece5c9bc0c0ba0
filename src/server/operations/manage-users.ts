import type { Db } from '../db/connect.ts'
import type { Failure } from '../runtime/failure.ts'
import type { AppContext } from '../context.ts'
import { grant } from '../library/library.ts'
import { eraseAccount, kept } from '../privacy/personal-data-export.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { noteAction } from '../audit/audit-log.ts'

type Given = Pick<AppContext, 'db' | 'now'>
type Short = { id: number; created_at: Date; name: string; email: string; mobile: string; country: string }

const SHORT = `select u.id, u.created_at, trim(u.first_name || ' ' || u.last_name) as name, coalesce(u.email, u.contact_email) as email, u.mobile, u.country from users u`

export async function listUsers({ db }: Pick<Given, 'db'>, slice: Slice): Promise<Paged<Short>> {
  return pageOf(db, SHORT, slice)
}

/** By a part of the address, the mobile number or the name. */
export async function findUsers({ db }: Pick<Given, 'db'>, text: string, slice: Slice): Promise<Paged<Short>> {
  return pageOf(
    db,
    `${SHORT} where position(lower($1) in lower(concat_ws(' ', u.email, u.contact_email, u.mobile, u.first_name, u.last_name, u.first_name))) > 0`,
    slice,
    [text.trim()],
  )
}

/** What somebody who asks for help is asked about. Looking is written down: it is somebody's data. */
export async function userFile({ db, now }: Given, id: number): Promise<Record<string, unknown> | undefined> {
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

/** Ends every session at once: for a lost telephone, or an account that somebody else is in. */
export async function logOutUser({ db, now }: Given, id: number): Promise<number | undefined> {
  return inTransactionFor(db, id, async (inner) => {
    const ended = await inner.query('delete from sessions where user_id = $1 returning 1', [id])
    await noteAction(inner, now(), 'log out', `user ${id}`, { sessions: ended.length })
    return ended.length
  })
}

/** A present of the shop, a course that an institute paid for. Nothing happens twice. */
export async function giveTitle(
  { db, now }: Given,
  id: number,
  key: string,
): Promise<string | Failure<'user' | 'title'>> {
  const given = await inTransactionFor(db, id, async (inner): Promise<string | Failure<'title'>> => {
    const [title] = await inner.query<{ id: number }>(
      `select id from products where key = $1 and status = 'published'`,
      [key],
    )
    if (!title) return { fault: 'title' }
    await grant({ db: inner, now }, id, title.id, 'gift')
    await noteAction(inner, now(), 'give', `user ${id}`, { title: key })
    return key
  })
  return given ?? { fault: 'user' }
}

/** Everything that is kept about a listener, for who asks for it by letter. */
export async function exportUser({ db, now }: Given, id: number): Promise<Record<string, unknown> | undefined> {
  return inTransactionFor(db, id, async (inner, email) => {
    await noteAction(inner, now(), 'export', `user ${id}`)
    return { made_at: now().toISOString(), data: await kept(inner, { id, email }) }
  })
}

/** As the listener could do it, for who asks by letter and proved who it is. */
export async function eraseUser(
  context: Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'media'>,
  id: number,
): Promise<boolean> {
  const [owner] = await context.db.query<{ id: number; email: string | null; password_hash: string | null }>(
    'select id, email, password_hash from users where id = $1',
    [id],
  )
  if (!owner || !(await eraseAccount(context, owner, 'en'))) return false
  await noteAction(context.db, context.now(), 'erase', `user ${id}`)
  return true
}

async function inTransactionFor<Result>(
  db: Db,
  id: number,
  act: (inner: Db, email: string | null) => Promise<Result>,
): Promise<Result | undefined> {
  return db.transaction(async (inner) => {
    const [user] = await inner.query<{ email: string | null }>('select email from users where id = $1 for share', [id])
    return user && act(inner, user.email)
  })
}
