import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import { MAX_FOLLOWS, type Follow } from '#contract/library/follows.ts'
import { loadCards } from '../catalog/titles.ts'
import { serializeTranslations } from '../catalog/serializers.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import type { Failure } from '../runtime/failure.ts'

type Dependencies = Pick<AppContext, 'db' | 'now'>
type Nothing = { status: true }
type FollowRow = Pick<Follow, 'kind' | 'id' | 'name'> & { translations: StoredTranslations }

/** What is no longer published is left out, and is there again with the title. */
export async function followsOf(
  { db }: Dependencies,
  userId: number,
): Promise<Omit<ReplyOf<typeof endpoints.myFollows>, 'status'>> {
  const rows = await db.query<FollowRow>(
    `select 'person' as kind, e.id, e.name, e.translations, f.id as place from follows f join people e on e.id = f.person_id where f.user_id = $1
     union all
     select 'title', p.id, p.name, p.translations, f.id from follows f join products p on p.id = f.product_id and p.status = 'published' where f.user_id = $1
     union all
     select 'series', s.id, s.name, s.translations, f.id from follows f join series s on s.id = f.series_id where f.user_id = $1
     order by place desc`,
    [userId],
  )
  const [mail] = await db.query<{ is_weekly: boolean; has_address: boolean }>(
    `select coalesce(u.email, u.contact_email) <> '' as has_address,
      exists (select 1 from weekly_news w where w.user_id = u.id) as is_weekly from users u where u.id = $1`,
    [userId],
  )
  return {
    follows: rows.map(({ kind, id, name, translations }) => ({
      ...{ kind, id, name },
      custom_translation: serializeTranslations(translations),
    })),
    ...{ is_weekly: mail?.is_weekly ?? false, has_address: mail?.has_address ?? false },
  }
}

/** Following twice is following. Only who or what has a published title, and only a serial, brings news. */
const FOLLOWED = {
  person: {
    column: 'person_id',
    exists: `select 1 from product_people l join products p on p.id = l.product_id
      where l.person_id = $1 and l.role in ('author', 'artist') and p.status = 'published' limit 1`,
  },
  title: {
    column: 'product_id',
    exists: `select 1 from products where id = $1 and recurring and status = 'published'`,
  },
  series: {
    column: 'series_id',
    exists: `select 1 from products where series_id = $1 and status = 'published' limit 1`,
  },
} as const

export async function setFollow(
  { db, now }: Dependencies,
  userId: number,
  { kind, id, is_followed }: InputOf<typeof endpoints.setFollow>,
): Promise<Nothing | Failure<'notFound' | 'tooManyFollows'>> {
  const { column, exists } = FOLLOWED[kind]
  if (!is_followed) {
    await db.query(`delete from follows where user_id = $1 and ${column} = $2`, [userId, id])
    return { status: true }
  }
  if ((await db.query(exists, [id])).length === 0) return { fault: 'notFound' }
  return db.transaction<Nothing | Failure<'tooManyFollows'>>(async (inner) => {
    if (await hasTooMany(inner, userId)) return { fault: 'tooManyFollows' }
    await inner.query(
      `insert into follows (user_id, ${column}, created_at) values ($1, $2, $3) on conflict do nothing`,
      [userId, id, now()],
    )
    return { status: true }
  })
}

/** Under the lock of the listener, so that two calls at once do not pass the limit together. */
async function hasTooMany(inner: Db, userId: number): Promise<boolean> {
  await inner.query('select 1 from users where id = $1 for update', [userId])
  const [row] = await inner.query<{ count: number }>('select count(*)::int as count from follows where user_id = $1', [
    userId,
  ])
  return (row?.count ?? 0) >= MAX_FOLLOWS
}

const NEW_DAYS = 30
const MAX_NEW = 12

/** Of the messages that told the listener of new work: each title once, by its newest message. */
export async function newOfFollows(
  { db, now }: Dependencies,
  userId: number,
): Promise<Omit<ReplyOf<typeof endpoints.newOfFollows>, 'status'>> {
  const rows = await db.query<{ id: number }>(
    `select n.product_id as id from notifications n
      where n.user_id = $1 and n.product_id is not null and n.key like '%/user/' || $1
        and n.created_at > $2::timestamptz - interval '${NEW_DAYS} days'
      group by n.product_id order by max(n.id) desc limit ${MAX_NEW}`,
    [userId, now()],
  )
  return {
    titles: await loadCards(
      db,
      rows.map(({ id }) => id),
    ),
  }
}
