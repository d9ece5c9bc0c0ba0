import { completionOf, isHeard, resumeAt } from '#contract/listening.ts'
import type { ListenedPlace } from '#contract/library.ts'
import type { Db } from '../db/connect.ts'

export type TrackProgress = {
  id: number
  product: number
  length: number
  heard: number
  seconds: number
  played_at: Date | null
  audible: boolean
}
export type Progress = {
  last: ListenedPlace | null
  completion: number
  places: { track_id: number; seconds: number; is_heard: boolean }[]
}

/** Seconds of a track that were heard. */
export const HEARD = '(select coalesce(sum(upper(r) - lower(r)), 0)::float8 from unnest(p.heard) r)'
const TRACKS = `select t.id, t.product_id as product, t.seconds as length, t.audio_id is not null as audible, p.played_at,
    coalesce(p.seconds, 0) as seconds, case when p.heard is null then 0 else ${HEARD} end as heard
  from tracks t left join listening_positions p on p.track_id = t.id and p.user_id = $1`

/** How far a listener is in each of the titles. */
export async function progressOf(
  db: Db,
  userId: number,
  productIds: readonly number[],
): Promise<(productId: number) => Progress> {
  const rows = await db.query<TrackProgress>(
    `${TRACKS} where t.product_id = any($2) order by t.product_id, t.position`,
    [userId, productIds],
    'progress',
  )
  return (productId) => progressIn(rows.filter(({ product }) => product === productId))
}

function progressIn(tracks: TrackProgress[]): Progress {
  const begun = tracks.filter(({ played_at }) => played_at !== null)
  const last = begun.toSorted((a, b) => Number(b.played_at) - Number(a.played_at))[0]
  return {
    last: last ? placeOf(last) : null,
    completion: completionIn(tracks),
    places: begun.map((track) => ({
      track_id: track.id,
      seconds: resumeAt(track.seconds, track.length),
      is_heard: isHeard(lengths(track)),
    })),
  }
}

function placeOf({ id, seconds, length, played_at }: TrackProgress): ListenedPlace {
  return { track_id: id, seconds: resumeAt(seconds, length), played_at: (played_at ?? new Date(0)).toISOString() }
}

const lengths = ({ length, heard }: TrackProgress) => ({ seconds: length, heard })
/** Tracks without sound cannot be heard and are not waited for. */
const completionIn = (tracks: TrackProgress[]): number =>
  completionOf(tracks.filter(({ audible }) => audible).map(lengths))

/** Where a title goes on; undefined before the first play. */
export async function lastPlace(db: Db, userId: number, productId: number): Promise<ListenedPlace | undefined> {
  const [row] = await db.query<TrackProgress>(
    `${TRACKS} where t.product_id = $2 and p.played_at is not null order by p.played_at desc limit 1`,
    [userId, productId],
    'last place',
  )
  return row && placeOf(row)
}

/** Percent of all published courses together, or of one title. */
export async function completionOfLab(db: Db, userId: number): Promise<number> {
  const rows = await db.query<TrackProgress>(
    `${TRACKS} where t.product_id in (select id from products where audio_type = 'languagelab' and status = 'published')`,
    [userId],
  )
  return completionIn(rows)
}

export async function completionOfTitle(db: Db, userId: number, productId: number): Promise<number> {
  return (await progressOf(db, userId, [productId]))(productId).completion
}
