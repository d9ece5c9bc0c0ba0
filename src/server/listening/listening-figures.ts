import type { Db } from '../db/connect.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'

type Heard = {
  id: number
  translations: StoredTranslations
  owned: number
  plan: number
  free: number
  listeners: number
}
type TrackFigures = {
  position: number
  translations: StoredTranslations
  seconds: number
  began: number
  finished: number
  heard: number
}
type Days = { from: string; to: string }

/** Seconds heard by title in a period, the most first. `listeners` played it in the period last. */
export async function heardByTitle(db: Db, { from, to }: Days): Promise<Heard[]> {
  return db.query<Heard>(
    `select p.id, p.translations, coalesce(d.owned, 0) as owned, coalesce(d.plan, 0) as plan, coalesce(d.free, 0) as free, coalesce(l.listeners, 0) as listeners
     from products p
     left join (select product_id, sum(seconds) filter (where access = 'owned') as owned, sum(seconds) filter (where access = 'plan') as plan,
         sum(seconds) filter (where access = 'free') as free from listening_days where day between $1 and $2 group by product_id) d on d.product_id = p.id
     left join (select product_id, count(distinct user_id) as listeners from listening_positions
         where played_at >= ($1::date)::timestamp at time zone 'Asia/Kolkata' and played_at < ($2::date + 1)::timestamp at time zone 'Asia/Kolkata'
         group by product_id) l on l.product_id = p.id
     where d.product_id is not null or l.product_id is not null
     order by coalesce(d.owned, 0) + coalesce(d.plan, 0) + coalesce(d.free, 0) desc, p.id`,
    [from, to],
  )
}

export async function heardByDay(db: Db, { from, to }: Days): Promise<{ day: string; seconds: number }[]> {
  return db.query(
    'select day::text as day, sum(seconds) as seconds from listening_days where day between $1 and $2 group by day order by day',
    [from, to],
  )
}

/** How far the tracks of a title are heard: who began, who heard nine tenths, and the average share in percent. */
export async function trackCompletion(
  db: Db,
  productId: number,
): Promise<{ translations: StoredTranslations; rows: TrackFigures[] } | undefined> {
  const [title] = await db.query<{ translations: StoredTranslations }>(
    'select translations from products where id = $1',
    [productId],
  )
  if (!title) return undefined
  const rows = await db.query<TrackFigures>(
    `select t.position, t.translations, t.seconds, count(h.user_id) as began, count(h.user_id) filter (where h.share >= 0.9) as finished,
       round(coalesce(avg(h.share), 0) * 100)::int as heard
     from current_tracks t left join (select l.track_id, l.user_id, least(1, coalesce((select sum(upper(r) - lower(r)) from unnest(l.heard) r), 0) / greatest(1, k.seconds)) as share
         from listening_positions l join tracks k on k.id = l.track_id where l.product_id = $1 and l.played_at is not null) h on h.track_id = t.id
     where t.product_id = $1 group by t.id order by t.position`,
    [productId],
  )
  return { ...title, rows }
}
