import { LOCALES } from '#contract/text/locale.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Db } from '../db/connect.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import { messages } from '../runtime/messages.ts'

/** One message to the followers of the same person, serial or series. */
type News = {
  product_id: number
  track_id: number | null
  title: StoredTranslations
  track: StoredTranslations | null
  followed: StoredTranslations
  is_series: boolean
  users: (string | number)[]
}

/** An import that brings the whole work of somebody is told by so many messages to each follower. */
const MAX_FOR_ONE = 10

/** The key of what everybody is told, with the listener behind it: a listener who follows is told once, and by this one. */
const followKeyOf = (key: string): string => `${key}/user/`

/** Tells the followers of people and series of these titles, in the transaction that shows them. Who follows both hears of the series. */
export async function tellFollowersOfTitles(db: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const news = await db.query<News>(
    `with told as (
       select distinct on (user_id, product_id) * from (
         select f.user_id, p.id as product_id, f.person_id, null::bigint as series_id, p.published, l.role = 'author' as is_author, l.position
         from products p join product_people l on l.product_id = p.id and l.role in ('author', 'artist')
           join follows f on f.person_id = l.person_id
         where p.id = any($1) and p.status = 'published'
         union all
         select f.user_id, p.id, null, f.series_id, p.published, false, 0 from products p join follows f on f.series_id = p.series_id
         where p.id = any($1) and p.status = 'published') found
       order by user_id, product_id, series_id nulls last, is_author desc, position),
     ranked as (select *, row_number() over (partition by user_id order by published desc, product_id desc) as place from told)
     select r.product_id, null as track_id, p.translations as title, null as track,
       coalesce(s.translations, e.translations) as followed, r.series_id is not null as is_series, array_agg(r.user_id) as users
     from ranked r join products p on p.id = r.product_id left join people e on e.id = r.person_id left join series s on s.id = r.series_id
     where r.place <= ${MAX_FOR_ONE} group by r.product_id, p.translations, r.person_id, e.translations, r.series_id, s.translations order by r.product_id`,
    [ids],
  )
  await tell(db, 'product_publish', news, now)
}

/** Tells the followers of serials of these episodes. */
export async function tellFollowersOfEpisodes(db: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const news = await db.query<News>(
    `with told as (
       select f.user_id, t.id as track_id, p.id as product_id,
         row_number() over (partition by f.user_id order by t.id desc) as place
       from tracks t join products p on p.id = t.product_id join follows f on f.product_id = p.id
       where t.id = any($1) and p.recurring and p.status = 'published')
     select r.product_id, r.track_id, p.translations as title, t.translations as track, p.translations as followed, false as is_series, array_agg(r.user_id) as users
     from told r join products p on p.id = r.product_id join tracks t on t.id = r.track_id
     where r.place <= ${MAX_FOR_ONE} group by r.product_id, r.track_id, p.translations, t.translations order by r.track_id`,
    [ids],
  )
  await tell(db, 'episode_launch', news, now)
}

async function tell(db: Db, kind: NotificationKind, news: readonly News[], now: Date): Promise<void> {
  for (const one of news) {
    const key = one.track_id === null ? `:title/${one.product_id}` : `:track/${one.track_id}`
    await db.query(
      `insert into notifications (key, kind, translations, user_id, product_id, track_id, created_at)
        select $1 || u.id, $2, $3, u.id, $4, $5, $6 from unnest($7::bigint[]) as u (id) on conflict do nothing`,
      [followKeyOf(key), kind, JSON.stringify(textsOf(one)), one.product_id, one.track_id, now, one.users],
    )
  }
}

const BODIES = {
  episode: 'announcement.followedEpisodeBody',
  series: 'announcement.followedSeriesBody',
  title: 'announcement.followedTitleBody',
} as const

/** In the languages of the title's pages. */
function textsOf({ title, track, followed, is_series }: News): StoredTranslations {
  const entries = LOCALES.flatMap((locale) => {
    const name = title[locale]?.name
    if (!name) return []
    const t = messages(locale, 'notifications')
    const values = {
      title: name,
      track: (track?.[locale] ?? track?.en ?? track?.mr)?.name ?? '',
      name: (followed[locale] ?? followed.en ?? followed.mr)?.name ?? '',
    }
    return [
      [
        locale,
        {
          name: t(track ? 'announcement.newEpisode' : 'announcement.followedTitle', values),
          description: t(BODIES[track ? 'episode' : is_series ? 'series' : 'title'], values),
        },
      ] as const,
    ]
  })
  return Object.fromEntries(entries)
}
