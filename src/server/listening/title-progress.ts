import { completionOf, isHeard, resumeAt } from '#contract/listening/listening.ts'
import type { ListenedPosition } from '#contract/library/library.ts'
import { isOpenTo } from '../catalog/offer-columns.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { tracks } from '../db/schema/catalog/catalog.ts'
import type { listeningPositions } from '../db/schema/listening/listening.ts'

type TrackProgress = Pick<Row<typeof tracks>, 'id'> &
  Pick<Row<typeof listeningPositions>, 'seconds' | 'played_at'> & {
    product: Row<typeof tracks>['product_id']
    length: Row<typeof tracks>['seconds']
    heard: number
    audible: boolean
    lines: boolean
  }
export type Progress = {
  last: ListenedPosition | null
  completion: number
  places: { track_id: number; seconds: number; is_heard: boolean }[]
}

/** SQL: the number of seconds of a track that were heard. */
const HEARD = '(select coalesce(sum(upper(r) - lower(r)), 0)::float8 from unnest(p.heard) r)'
/**
 * SQL: a lesson of a course was heard line by line. Whole seconds are stored: a line has been played when its whole seconds were
 * heard, and something of those that it shares with its neighbours. The kind is asked first: most titles are no courses.
 */
const LINES = `(select c.audio_type from products c where c.id = t.product_id) = 'languagelab' and exists (select from transcripts x
  where x.track_id = t.id and x.is_timed
    and exists (select from transcript_cues l where l.transcript_id = x.id)
    and not exists (select from transcript_cues l where l.transcript_id = x.id and not (
      p.heard && int4range(l.start_ms / 1000, greatest(ceil(l.end_ms / 1000.0)::int, l.start_ms / 1000 + 1))
      and p.heard @> int4range(ceil(l.start_ms / 1000.0)::int, greatest(l.end_ms / 1000, ceil(l.start_ms / 1000.0)::int)))))`
const TRACKS = `select t.id, t.product_id as product, t.seconds as length, t.audio_id is not null as audible, p.played_at,
    coalesce(p.seconds, 0) as seconds, case when p.heard is null then 0 else ${HEARD} end as heard,
    p.heard is not null and ${LINES} as lines
  from current_tracks t left join listening_positions p on p.track_id = t.id and p.user_id = $1`

/** The progress of a listener in each of the titles. */
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
  const started = tracks.filter(({ played_at }) => played_at !== null)
  const last = started.toSorted((a, b) => Number(b.played_at) - Number(a.played_at))[0]
  return {
    last: last ? positionOf(last) : null,
    completion: completionIn(tracks),
    places: started.map((track) => ({
      track_id: track.id,
      seconds: resumeAt(track.seconds, track.length),
      is_heard: isHeard(lengths(track)),
    })),
  }
}

/** At the end of a track too: whether another one follows, the player decides. */
function positionOf({ id, seconds, played_at }: TrackProgress): ListenedPosition {
  return { track_id: id, seconds, played_at: (played_at ?? new Date(0)).toISOString() }
}

const lengths = ({ length, heard, lines }: TrackProgress) => ({ seconds: length, heard, lines })
/** Tracks without audio cannot be heard, so they do not count. */
const completionIn = (tracks: TrackProgress[]): number =>
  completionOf(tracks.filter(({ audible }) => audible).map(lengths))

/** Where a listener stopped in a title; undefined before the first play. */
export async function lastPosition(db: Db, userId: number, productId: number): Promise<ListenedPosition | undefined> {
  const [row] = await db.query<TrackProgress>(
    `${TRACKS} where t.product_id = $2 and p.played_at is not null order by p.played_at desc limit 1`,
    [userId, productId],
    'last place',
  )
  return row && positionOf(row)
}

/** Where the listener stopped last, of all titles that are still published or their own; undefined before the first play. */
export async function lastPlayedPosition(
  db: Db,
  userId: number,
): Promise<(ListenedPosition & { product_id: number }) | undefined> {
  const [row] = await db.query<TrackProgress>(
    `${TRACKS} where p.played_at is not null and exists (select from products p where p.id = t.product_id and ${isOpenTo('$1')}) order by p.played_at desc limit 1`,
    [userId],
    'last played',
  )
  return row && { ...positionOf(row), product_id: row.product }
}

/** Percent of all published courses together. */
export async function completionOfLab(db: Db, userId: number): Promise<number> {
  const rows = await db.query<TrackProgress>(
    `${TRACKS} where t.product_id in (select id from products where audio_type = 'languagelab' and status = 'published')`,
    [userId],
  )
  return completionIn(rows)
}

/** Percent of one title. */
export async function completionOfTitle(db: Db, userId: number, productId: number): Promise<number> {
  return (await progressOf(db, userId, [productId]))(productId).completion
}
