import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { bulkChanges } from '#contract/catalog/bulk.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'

type Changes = ReplyOf<typeof bulkChanges>
type Found = { kind: string; ids: (string | number)[] }

/** Above this number reading everything costs less. */
const MOST_CHANGES = 2_000

/** What changed since; when nothing did, waits for the next change. */
export async function awaitChanges(
  { db, catalogSignal }: Pick<AppContext, 'db' | 'catalogSignal'>,
  since: string | undefined,
  seconds: number,
): Promise<Changes> {
  // Listens before it looks, so that no change falls in between.
  const signal = since !== undefined && seconds > 0 ? await catalogSignal?.next(seconds * 1000) : undefined
  const changes = await changesSince(db, since)
  if (!signal || !changes.is_complete || !changes.is_unchanged) return changes
  await signal.heard
  return changesSince(db, since)
}

/**
 * A revision names the oldest transaction that was not over when it was read. Everything of this or a later transaction is
 * reported: also what an older transaction commits after a younger one.
 */
export async function changesSince(db: Db, since?: string): Promise<Changes> {
  const [now] = await db.query<{ history: string; oldest: string }>(HISTORY)
  if (!now) throw new Error('the catalog has no history')
  const place = `${await codeDigest()}-${now.history}-`
  const revision = place + now.oldest
  const all: Changes = { revision, is_complete: false, is_unchanged: false, titles: [], authors: [] }
  if (!since?.startsWith(place)) return all
  const from = since.slice(place.length)
  if (BigInt(from) > BigInt(now.oldest)) return all
  const found = await db.query<Found>(CHANGED, [from])
  const idsOf = (kind: string) => found.find((row) => row.kind === kind)?.ids.map(Number) ?? []
  if (idsOf('all').length > 0 || idsOf('title').length + idsOf('author').length > MOST_CHANGES) return all
  return {
    revision,
    is_complete: true,
    is_unchanged: found.length === 0,
    titles: idsOf('title'),
    authors: idsOf('author'),
  }
}

/** A database that was restored or copied continues another history under the same numbers of transactions. */
const HISTORY = `select pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
  left(md5(concat_ws('-', v.instance, s.system_identifier, c.timeline_id, d.oid, 'catalog_changes'::regclass::oid)), 12) as history
  from catalog_version v, pg_control_system() s, pg_control_checkpoint() c, pg_database d where d.datname = current_database()`

/** Titles show people, categories, pictures and their series; authors and narrators list their titles. */
const CHANGED = `with marked as materialized (select kind, row_id from catalog_changes where changed >= $1::text::xid8),
  titles as (
    select row_id as id from marked where kind = 'title'
    union select l.product_id from marked m join product_people l on l.person_id = m.row_id where m.kind = 'author'
    union select l.product_id from marked m join product_categories l on l.category_id = m.row_id where m.kind = 'category'
    union select p.id from marked m join products p on p.series_id = m.row_id where m.kind = 'series'
    union select p.id from marked m join products p on p.cover_id = m.row_id where m.kind = 'picture'),
  authors as (
    select row_id as id from marked where kind = 'author'
    union select l.person_id from titles t join product_people l on l.product_id = t.id where l.role in ('author', 'artist')
    union select e.id from marked m join people e on e.photo_id = m.row_id where m.kind = 'picture')
  select 'title' as kind, array_agg(id order by id) as ids from titles having count(*) > 0
  union all select 'author', array_agg(id order by id) from authors having count(*) > 0
  union all select kind, array_agg(row_id) from marked where kind not in ('title', 'author') group by kind`

/** Code that makes the answers of the build endpoints. */
const FOLDERS = ['src/contract', 'src/server/catalog', 'src/server/plans', 'src/server/db', 'i18n']
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
let digest: Promise<string> | undefined

/** Another release may answer the same rows in another way. */
function codeDigest(): Promise<string> {
  return (digest ??= readCode().then((code) => createHash('sha256').update(code).digest('hex').slice(0, 12)))
}

async function readCode(): Promise<string> {
  const entries = await Promise.all(
    FOLDERS.map((folder) => readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })),
  )
  const files = entries
    .flat()
    .flatMap((entry) => (/\.(?:ts|json)$/.test(entry.name) ? join(entry.parentPath, entry.name) : []))
  const texts = await Promise.all(files.toSorted().map((file) => readFile(file, 'utf8')))
  return texts.join('\n')
}
