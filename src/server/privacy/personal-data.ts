import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { users } from '../db/schema/accounts.ts'
import type { orders } from '../db/schema/orders/orders.ts'
import type { AppContext } from '../context.ts'
import { endMandatesOf } from '../renewals/mandates.ts'
import { eraseReviews } from '../reviews/moderation.ts'
import { buyerOf } from '../http/buyer.ts'
import { closeUnpaidOrder, lockCouponsOf } from '../orders/order-rows.ts'
import { sealBuyers } from './sealed-buyers.ts'

type Rows = Record<string, unknown>[]
/** The user whose data is meant. `email` is verified: an address that was only typed may belong to another person. */
export type DataSubject = Pick<Row<typeof users>, 'id' | 'email'>
/**
 * Personal data under one name of the export. A new table with personal data needs an entry: a test compares this list with
 * the columns of the database.
 */
type Holding = {
  name: string
  /** The tables that it covers. */
  tables: readonly string[]
  /** The rows of an export, without secrets and hashes. */
  read: (db: Db, subject: DataSubject) => Promise<Rows>
  /** Runs before the user row is deleted. Absent: the cascade of that deletion is enough. */
  erase?: (db: Db, subject: DataSubject, context: Pick<AppContext, 'encryption' | 'now'>) => Promise<unknown>
  /** Objects of the media store to delete with it. */
  files?: (db: Db, subject: DataSubject) => Promise<string[]>
}

const byId =
  (sql: string): Holding['read'] =>
  (db, { id }) =>
    db.query(sql, [id])
const byEmail =
  (sql: string): Holding['read'] =>
  async (db, { email }) =>
    email === null ? [] : db.query(sql, [email])

const filesOf =
  (sql: string): NonNullable<Holding['files']> =>
  async (db, { id }) =>
    (await db.query<{ path: string }>(sql, [id])).map(({ path }) => path)

/** SQL: the answers that were mailed, without who at the desk wrote them. */
const repliesOf = (table: string, isOfRow: string) =>
  `coalesce((select jsonb_agg(jsonb_build_object('body', r.body, 'sent_at', r.sent_at) order by r.id) from ${table} r where ${isOfRow}), '[]') as replies`

export const HOLDINGS: readonly Holding[] = [
  {
    name: 'profile',
    tables: ['users'],
    read: byId(`select u.email, u.contact_email, u.first_name, u.last_name, u.country, u.network_country, u.state, u.mobile, u.gender, u.birth_date, u.picture, u.newsletter,
      u.profile_completed, u.created_at, i.name as institute from users u left join institutes i on i.id = u.institute_id where u.id = $1`),
    files: filesOf(
      `select substr(picture, length('/media/') + 1) as path from users where id = $1 and picture like '/media/listeners/%'`,
    ),
  },
  {
    name: 'privacy_receipts',
    tables: ['privacy_receipts'],
    read: byId(
      'select purpose, notice, language, is_given, created_at from privacy_receipts where user_id = $1 order by id',
    ),
  },
  {
    name: 'identities',
    tables: ['identities'],
    read: byId('select provider, uid, created_at from identities where user_id = $1 order by id'),
  },
  {
    name: 'sessions',
    tables: ['sessions'],
    read: byId(
      'select browser, country, created_at, used_at, expires_at from sessions where user_id = $1 order by created_at',
    ),
  },
  {
    name: 'passkeys',
    tables: ['passkeys'],
    read: byId('select name, created_at, used_at from passkeys where user_id = $1 order by id'),
  },
  {
    name: 'known_addresses',
    tables: ['known_addresses'],
    read: byId('select seen_at from known_addresses where user_id = $1 order by seen_at'),
  },
  {
    name: 'subscriptions',
    tables: ['subscriptions'],
    read: byId(
      `select p.key as plan, s.starts_at, s.ends_at, s.status from subscriptions s join plans p on p.id = s.plan_id where s.user_id = $1 order by s.id`,
    ),
  },
  {
    name: 'notifications',
    tables: ['notifications', 'notification_reads'],
    read: byId(`select n.kind, n.translations, n.created_at, n.id <= coalesce(r.read_to, 0) as is_read
      from notifications n left join notification_reads r on r.user_id = n.user_id where n.user_id = $1 order by n.id`),
  },
  {
    name: 'follows',
    tables: ['follows', 'weekly_news'],
    read: byId(`select e.key as person_key, p.key as title_key, s.key as series_key, f.created_at, exists (select 1 from weekly_news w where w.user_id = f.user_id) as has_weekly_mail
      from follows f left join people e on e.id = f.person_id left join products p on p.id = f.product_id left join series s on s.id = f.series_id where f.user_id = $1 order by f.id`),
  },
  {
    name: 'marks',
    tables: ['marks'],
    read: byId(`select p.key as title_key, t.key as track_key, m.seconds, m.until, m.note, m.changed_at from marks m
      join products p on p.id = m.product_id join tracks t on t.id = m.track_id where m.user_id = $1 and not m.is_deleted order by m.changed_at`),
  },
  {
    name: 'devices',
    tables: ['devices'],
    read: byId(
      'select device_id, name, type, registration_id, is_indian, created_at, seen_at from devices where user_id = $1 order by id',
    ),
  },
  {
    name: 'library',
    tables: ['library_entries'],
    read: byId(
      'select p.key as title_key, l.how, l.added_at from library_entries l join products p on p.id = l.product_id where l.user_id = $1 order by l.added_at',
    ),
  },
  {
    name: 'listening',
    tables: ['listening_positions', 'listening_places', 'player_sessions', 'player_events', 'listening_clocks'],
    read: byId(`select p.key as title_key, t.key as track_key, l.opened_at, l.seconds, l.event_at, l.played_at, l.heard::text as heard_seconds
      from listening_positions l join products p on p.id = l.product_id join tracks t on t.id = l.track_id where l.user_id = $1 order by l.opened_at`),
  },
  {
    name: 'devices_listening',
    tables: [],
    read: byId(`select p.key as title_key, t.key as track_key, l.seconds, l.event_at from listening_places l
      join products p on p.id = l.product_id join tracks t on t.id = l.track_id where l.user_id = $1 order by l.event_at`),
  },
  {
    name: 'certificates',
    tables: ['certificates'],
    read: byId(
      'select code, subject, name, title, institute, issued_at from certificates where user_id = $1 order by id',
    ),
  },
  {
    name: 'auditions',
    tables: ['auditions', 'audition_replies', 'recordings'],
    read: byId(`select first_name, last_name, mobile, email, city, country, birth_date, project_name, has_recording_setup, is_professional, gender, kind, bytes,
      seconds, is_kept, created_at, ${repliesOf('audition_replies', 'r.audition_id = a.id')} from auditions a where user_id = $1 order by id`),
    files: filesOf('select file as path from auditions where user_id = $1'),
  },
  {
    name: 'reviews',
    tables: ['reviews'],
    read: byId(`select p.key as title_key, r.name, r.score, r.title, r.body, r.status, r.created_at from reviews r join products p on p.id = r.product_id
      where r.user_id = $1 order by r.id`),
    erase: (db, { id }, { now }) => eraseReviews(db, id, now()),
  },
  {
    name: 'orders',
    tables: ['orders', 'carts', 'grants', 'sealed_buyers'],
    read: byId(`select created_at, paid_at, status, email, first_name, last_name, mobile, country, network_country, state, currency, total, coupon_code
      from orders where user_id = $1 order by id`),
    // The law requires the buyer's name of a paid order (CGST Rule 46): it is sealed apart. Other orders lose their names.
    erase: eraseOrders,
  },
  {
    name: 'renewals',
    tables: ['mandates'],
    read: byId(`select p.key as plan, m.gateway, m.currency, m.amount, m.ceiling, m.days, m.created_at, m.ends_at, m.state, m.ended_at, m.end_reason
      from mandates m join plans p on p.id = m.plan_id where m.user_id = $1 order by m.id`),
    // The worker revokes the mandates at the gateway; it needs no name for that.
    erase: (db, { id }, context) => endMandatesOf(db, context, id, 'account'),
  },
  {
    name: 'gifts',
    tables: ['gifts', 'gifters'],
    read: byId(`select g.email, g.first_name, g.last_name, g.mobile, g.country, g.message, g.deliver_at, g.time_zone, g.send_by, g.occasion, g.spoken, g.sent_at, g.opened_at, g.redeemed_at
      from gifts g join orders o on o.id = g.order_id where o.user_id = $1 or g.redeemed_by = $1 order by g.order_id`),
    erase: byId(`update gifts g set email = '', first_name = '', last_name = '', mobile = '', message = '', spoken = ''
      from orders o where o.id = g.order_id and o.user_id = $1 and o.paid_at is null`),
  },
  {
    name: 'gift_voices',
    tables: ['gift_voices'],
    read: byId('select bytes, seconds, created_at from gift_voices where user_id = $1 order by created_at'),
    files: filesOf('select file as path from gift_voices where user_id = $1'),
  },
  {
    name: 'letters',
    tables: ['contacts', 'contact_replies'],
    read: byEmail(
      `select type, first_name, last_name, email, mobile, comments, created_at, ${repliesOf('contact_replies', 'r.contact_id = c.id')}
        from contacts c where lower(email) = lower($1) order by id`,
    ),
    erase: byEmail('delete from contacts where lower(email) = lower($1)'),
  },
  {
    name: 'links',
    tables: ['one_time_tokens'],
    read: byEmail('select purpose, expires_at from one_time_tokens where lower(email) = lower($1)'),
    erase: byEmail('delete from one_time_tokens where lower(email) = lower($1)'),
  },
]

/** A later payment of a closed order is refunded. */
async function eraseOrders(
  db: Db,
  { id }: DataSubject,
  context: Pick<AppContext, 'encryption' | 'now'>,
): Promise<void> {
  await sealBuyers(db, id, context)
  const open = await db.query<Pick<Row<typeof orders>, 'id'>>(
    `select id from orders where user_id = $1 and status = 'open' order by id`,
    [id],
  )
  await lockCouponsOf(db, buyerOf(id).owner)
  for (const order of open) await closeUnpaidOrder(db, order.id, 'cancelled')
  await db.query(
    `update orders set email = '', first_name = '', last_name = '', mobile = '', network_country = null where user_id = $1 and paid_at is null`,
    [id],
  )
}
