import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { users } from '../../db/schema/accounts.ts'
import type { libraryEntries } from '../../db/schema/listening/library.ts'
import type { StoredTranslations } from '../../db/schema/columns.ts'
import type { OrderRow } from '../../orders/order-rows.ts'

type Users = Row<typeof users>
export type ListenerFile = Pick<
  Users,
  | 'id'
  | 'created_at'
  | 'seen_at'
  | 'email'
  | 'contact_email'
  | 'first_name'
  | 'last_name'
  | 'mobile'
  | 'country'
  | 'state'
> & {
  signs_in_by: string[]
  unproven: Contact[]
  orders: Pick<OrderRow, 'id' | 'createdAt' | 'status' | 'currency' | 'total'>[]
  library: {
    id: number
    translations: StoredTranslations
    how: Row<typeof libraryEntries>['how']
    added_at: Date
    given_at: Date | null
  }[]
  plans: {
    id: number
    translations: StoredTranslations
    starts_at: Date
    ends_at: Date
    status: string
    is_given: boolean
  }[]
  sessions: { id: string; created_at: Date; used_at: Date }[]
  devices: { name: string; type: string; seen_at: Date }[]
  actions: { done_at: Date; who: string; action: string; reason: string }[]
}

export type Contact = 'email' | 'mobile'
/** SQL: what user `u` typed into the profile and has not proved to own, as `unproven`: anybody may type the address of another. */
export const UNPROVEN = `array_remove(array[case when u.email is null and u.contact_email <> '' then 'email' end,
  case when u.mobile <> '' and not exists (select 1 from identities i where i.user_id = u.id and i.provider = 'mobile' and i.uid = u.mobile) then 'mobile' end],
  null) as unproven`

/** What names a session at the desk: a part of the hash, which opens nothing. */
export const SESSION_NAME = `encode(substr(token_hash, 1, 12), 'hex')`

/** An account with all that a person who helps its owner needs to see. */
export async function listenerFile(db: Db, id: number, now: Date): Promise<ListenerFile | undefined> {
  const [user] = await db.query<ListenerFile>(
    `select u.id, u.created_at, u.seen_at, u.email, u.contact_email, u.first_name, u.last_name, u.mobile, u.country, u.state, ${UNPROVEN},
       array(select i.provider from identities i where i.user_id = u.id order by i.id) as signs_in_by from users u where u.id = $1`,
    [id],
  )
  if (!user) return undefined
  const [orders, library, plans, sessions, devices, actions] = await Promise.all([
    db.query<ListenerFile['orders'][number]>(
      'select id, created_at as "createdAt", status, currency, total from orders where user_id = $1 order by id desc limit 200',
      [id],
    ),
    db.query<ListenerFile['library'][number]>(
      `select p.id, p.translations, l.how, l.added_at, l.given_at from library_entries l join products p on p.id = l.product_id
       where l.user_id = $1 order by l.added_at desc, p.id desc`,
      [id],
    ),
    db.query<ListenerFile['plans'][number]>(
      `select s.id, p.translations, s.starts_at, s.ends_at, s.status, not exists (select 1 from grants g where g.subscription_id = s.id) as is_given
       from subscriptions s join plans p on p.id = s.plan_id where s.user_id = $1 order by s.starts_at desc, s.id desc`,
      [id],
    ),
    db.query<ListenerFile['sessions'][number]>(
      `select ${SESSION_NAME} as id, created_at, used_at from sessions where user_id = $1 and expires_at > $2 order by used_at desc`,
      [id, now],
    ),
    db.query<ListenerFile['devices'][number]>(
      'select name, type, seen_at from devices where user_id = $1 order by seen_at desc',
      [id],
    ),
    db.query<ListenerFile['actions'][number]>(
      `select done_at, who, action, coalesce(details->>'reason', '') as reason from operator_actions where target = 'user ' || $1 and action <> 'look' order by id desc limit 50`,
      [id],
    ),
  ])
  return { ...user, orders, library, plans, sessions, devices, actions }
}
