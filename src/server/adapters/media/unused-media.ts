import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { mediaFiles } from '../../db/schema/state.ts'
import type { AppContext } from '../../context.ts'
import { claimDay } from './claim-day.ts'

type MediaContext = Pick<AppContext, 'db' | 'media' | 'now'>
type Unused = Pick<Row<typeof mediaFiles>, 'id' | 'kind' | 'path' | 'widths' | 'original'>

/** As long as a change of the desk can be undone; also in the table of retention. */
const LIFE = `interval '30 days'`
const AT_ONCE = 20

/** SQL: whether a row of the shop refers to the file `m`. */
const IS_USED = `(${[
  'products p where p.cover_id = m.id',
  'tracks t where t.audio_id = m.id',
  'samples s where s.audio_id = m.id',
  'people p where p.photo_id = m.id',
  'news n where n.picture_id = m.id',
  'banners b where b.picture_id = m.id',
  'ebooks b where b.file_id = m.id',
  'audio_editions e where m.id in (e.full_id, e.light_id)',
]
  .map((place) => `exists (select from ${place})`)
  .join(' or ')})`

/** SQL: whether an undo would write the path of the file `m` again, or an upload has just answered it. */
const IS_NAMED = `(exists (select from desk_changes c where c.changed_at > $1::timestamptz - ${LIFE} and strpos(c.before::text || c.after::text, 'media/' || m.path) > 0)
  or exists (select from desk_uploads u where strpos(u.result::text, 'media/' || m.path) > 0))`

/** Deletes files that no row has referred to for 30 days, with their objects. Any number of processes may do so at once. */
export async function removeUnusedMedia(context: MediaContext): Promise<void> {
  if (await claimDay(context, 'unusedMedia')) await findUnused(context)
  while ((await context.db.transaction((inner) => removeBatch(inner, context))) > 0);
}

async function findUnused({ db, now }: MediaContext): Promise<void> {
  await db.query(`update media_files m set unused_since = $1 where unused_since is null and not ${IS_USED}`, [now()])
}

/** Rows are locked before their objects go: who stores the same file meanwhile waits, and then stores it again. */
async function removeBatch(inner: Db, { media, now }: MediaContext): Promise<number> {
  const due = await inner.query<Unused & { is_used: boolean; is_named: boolean }>(
    `select m.id, m.kind, m.path, m.widths, m.original, ${IS_USED} as is_used, ${IS_NAMED} as is_named from media_files m
      where unused_since <= $1::timestamptz - ${LIFE} order by unused_since, id limit ${AT_ONCE} for update of m skip locked`,
    [now()],
  )
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
  const used = due.filter(({ is_used }) => is_used)
  const named = due.filter(({ is_used, is_named }) => !is_used && is_named)
  const unused = due.filter(({ is_used, is_named }) => !is_used && !is_named)
  await inner.query('update media_files set unused_since = null where id = any($1)', [idsOf(used)])
  await inner.query('update media_files set unused_since = $2 where id = any($1)', [idsOf(named), now()])
  await inner.query(
    `update media_files m set unused_since = $2::timestamptz - ${LIFE} from audio_editions e
      where e.media_id = any($1) and m.id in (e.full_id, e.light_id) and m.id <> all($1)`,
    [idsOf(unused), now()],
  )
  await inner.query('delete from media_files where id = any($1)', [idsOf(unused)])
  for (const file of unused) for (const path of await objectsOf(inner, file)) await media.remove(path)
  return due.length
}

/** Chapters of one recording share their original. */
async function objectsOf(inner: Db, { kind, path, widths, original }: Unused): Promise<string[]> {
  if (kind === 'picture')
    return [
      ...(widths ?? []).flatMap((width) => [`${path}-${width}.webp`, `${path}-${width}.avif`]),
      ...['og', 'feed'].map((size) => `${path}-${size}.jpg`),
    ]
  const [sharing] = original ? await inner.query('select 1 from media_files where original = $1', [original]) : []
  return original && !sharing ? [path, original] : [path]
}
