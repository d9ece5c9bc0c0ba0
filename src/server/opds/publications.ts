import type { StoredTranslations } from '../db/schema/columns.ts'
import type { Db } from '../db/connect.ts'
import { isOwnedBy, IS_PLAYABLE } from '../catalog/offer-columns.ts'
import type { Reader } from '../transcripts/access.ts'

/** A recording of a publication. `file`: its permanent address below `/media/free/`, when it has one. */
export type Recording = {
  id: number
  key: string
  name: string
  translations: StoredTranslations | null
  seconds: number
  file: string | null
  map_url: string | null
}
export type Publication = {
  id: number
  slug: string
  name: string
  translations: StoredTranslations
  spoken: string
  published: string
  updated_at: Date
  cover: { path: string; widths: number[] } | null
  authors: string[]
  narrators: string[]
  is_free: boolean
  /** The reader may play all of it. */
  is_open: boolean
  tracks: Recording[]
  samples: Recording[]
}

const PEOPLE = (role: string) =>
  `coalesce((select jsonb_agg(x.name order by l.position) from product_people l join people x on x.id = l.person_id where l.product_id = p.id and l.role = '${role}'), '[]')`

const COLUMNS = `p.id, p.slug, p.name, p.translations, coalesce(p.spoken_tag, p.spoken) as spoken, p.published, p.updated_at, p.is_free,
  (select jsonb_build_object('path', m.path, 'widths', m.widths) from media_files m where m.id = p.cover_id) as cover,
  ${PEOPLE('author')} as authors, ${PEOPLE('artist')} as narrators`

/** The same rule as `playAccess`: whole titles need a listener, also free ones; the sound of a free podcast is for everybody. */
const IS_OPEN = `(p.is_free and p.audio_type = 'podcast' and p.status = 'published' or $1::bigint > 0 and ${IS_PLAYABLE} and (${isOwnedBy('$1::bigint')}
  or p.status = 'published' and (p.is_free or not p.purchase_only and (p.audio_type || p.also_types) <@ $2::text[])))`
const TRACKS = `coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'key', t.key, 'name', t.name, 'translations', t.translations, 'seconds', t.seconds, 'map_url', null,
    'file', case when p.audio_type = 'podcast' and p.is_free then 'episode-' || t.id || '.mp3' end) order by t.position)
  from current_tracks t where t.product_id = p.id and t.audio_id is not null), '[]')`
const SAMPLES = `coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'key', '', 'name', '', 'translations', null, 'seconds', s.seconds, 'map_url', s.map_url,
    'file', case when p.audio_type = 'podcast' then 'sample-' || s.id || '.mp3' end) order by s.position) from samples s where s.product_id = p.id), '[]')`

const SELECT = `select ${COLUMNS}, o.is_open, case when o.is_open then ${TRACKS} else '[]' end as tracks, ${SAMPLES} as samples
  from products p cross join lateral (select ${IS_OPEN} as is_open) o`
/** What can be heard: a sample, or all of it. What a listener owns is there, also when the shop no longer shows it. */
const IS_LISTED = `(o.is_open or p.status = 'published' and exists (select from samples s where s.product_id = p.id))`

/** A page of titles after one, in the order of ids. */
export function publicationPage(
  db: Db,
  { userId, covered }: Reader,
  { after, limit }: { after: number; limit: number },
): Promise<Publication[]> {
  return db.query<Publication>(
    `${SELECT} where p.id > $3 and ${IS_LISTED} order by p.id limit $4`,
    [userId, covered, after, limit],
    'opds page',
  )
}

/** What the listener may play completely because it is theirs or covered. */
export function ownPublications(db: Db, { userId, covered }: Reader, limit: number): Promise<Publication[]> {
  return db.query<Publication>(
    `${SELECT} where o.is_open and exists (select from library_entries e where e.product_id = p.id and e.user_id = $1) order by p.id limit $3`,
    [userId, covered, limit],
    'opds shelf',
  )
}

export async function publicationOf(db: Db, { userId, covered }: Reader, id: number): Promise<Publication | undefined> {
  const [found] = await db.query<Publication>(
    `${SELECT} where p.id = $3 and ${IS_LISTED}`,
    [userId, covered, id],
    'opds title',
  )
  return found
}
