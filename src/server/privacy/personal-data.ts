import { eraseReviews } from '../reviews/moderation.ts'
import { byEmail, byId, filesOf, type Holding } from './holding.ts'
import { PURCHASES } from './purchases.ts'

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
      seconds, is_kept, decision, decided_at, created_at, ${repliesOf('audition_replies', 'r.audition_id = a.id')} from auditions a where user_id = $1 order by id`),
    files: filesOf('select file as path from auditions where user_id = $1'),
  },
  {
    name: 'reviews',
    tables: ['reviews'],
    read: byId(`select p.key as title_key, r.name, r.score, r.title, r.body, r.status, r.created_at from reviews r join products p on p.id = r.product_id
      where r.user_id = $1 order by r.id`),
    erase: (db, { id }, { now }) => eraseReviews(db, id, now()),
  },
  ...PURCHASES,
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
