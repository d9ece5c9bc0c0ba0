import type { Notification, NotificationKind } from '#contract/notifications.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import type { notifications } from '../db/schema/listening/notifications.ts'
import { loadCards, trackOf, type TrackRow } from '../catalog/titles.ts'
import { serializeTranslations } from '../catalog/serializers.ts'

type Dependencies = { db: Db; now: () => Date }
type NotificationRow = Pick<Row<typeof notifications>, 'id' | 'translations' | 'created_at' | 'product_id'> & {
  kind: Row<typeof notifications>['kind'] & NotificationKind
  is_read: boolean
  track: TrackRow | null
}
type Counts = { count: number; total: number }
type NewNotification = {
  kind: NotificationKind
  translations: StoredTranslations
  userId: number
  productId?: number
  trackId?: number
}

const MAX_PAGE = 50
/**
 * A new listener gets the public notifications of the last 30 days, as read. What a listener is told as a follower stands in the
 * place of what everybody is told of it (`follow-news.ts`).
 */
const IS_READ = '(n.id <= coalesce(r.read_to, 0) or (n.user_id is null and n.created_at < u.created_at))'
const FOR_LISTENER = `from notifications n cross join users u left join notification_reads r on r.user_id = u.id
  where u.id = $1 and (n.user_id = u.id or (n.user_id is null and n.created_at > u.created_at - interval '30 days'
    and not exists (select 1 from notifications o where o.key = n.key || '/user/' || u.id)))`

/** Newest first. The counts cover all pages. */
export async function notificationsOf(
  { db }: Dependencies,
  userId: number,
  { offset, limit }: { offset: number; limit: number },
) {
  const [counts] = await db.query<Counts>(
    `select count(*) filter (where not ${IS_READ}) as count, count(*) as total ${FOR_LISTENER}`,
    [userId],
  )
  const rows = await db.query<NotificationRow>(
    `select n.id, n.kind, n.translations, n.created_at, ${IS_READ} as is_read, n.product_id,
       (select jsonb_build_object('id', t.id, 'key', t.key, 'name', t.name, 'translations', t.translations, 'seconds', t.seconds,
          'position', t.position, 'is_free', t.is_free) from current_tracks t where t.id = n.track_id) as track
     ${FOR_LISTENER} order by n.id desc offset $2 limit $3`,
    [userId, Math.max(0, offset), Math.min(Math.max(1, limit), MAX_PAGE)],
  )
  const ids = rows.flatMap(({ product_id }) => product_id ?? [])
  const cards = new Map((await loadCards(db, [...new Set(ids)])).map((card) => [card.id, card]))
  const cardOf = (id: number | null) => (id === null ? undefined : cards.get(id))
  return { count: 0, total: 0, ...counts, data: rows.map((row) => notificationOf(row, cardOf(row.product_id))) }
}

/** A withdrawn title has no page to link to, nor has its track. */
function notificationOf(
  { id, kind, translations, created_at, is_read, track }: NotificationRow,
  card: Notification['product'][number] | undefined,
): Notification {
  const translation = translations.en ?? translations.mr
  return {
    id,
    title: translation?.name ?? '',
    body: translation?.description ?? '',
    custom_translation: serializeTranslations(translations),
    is_read,
    date_created: created_at.toISOString(),
    notification_type: kind,
    product: card ? [card] : [],
    track: card && track ? [trackOf(track)] : [],
  }
}

/** Marks every notification as read. The stored position never moves backwards. */
export async function markAllRead({ db, now }: Dependencies, userId: number): Promise<object> {
  await db.query(
    `insert into notification_reads as r (user_id, read_to, read_at) select $1, coalesce(max(id), 0), $2 from notifications where user_id = $1 or user_id is null
     on conflict (user_id) do update set read_to = greatest(r.read_to, excluded.read_to), read_at = excluded.read_at`,
    [userId, now()],
  )
  return {}
}

/** Notifies one listener. `name` is the title, `description` the body, both plain text. */
export async function notify(
  { db, now }: Dependencies,
  { kind, translations, userId, productId, trackId }: NewNotification,
): Promise<void> {
  await db.query(
    'insert into notifications (kind, translations, user_id, product_id, track_id, created_at) values ($1, $2, $3, $4, $5, $6)',
    [kind, JSON.stringify(translations), userId, productId ?? null, trackId ?? null, now()],
  )
}
