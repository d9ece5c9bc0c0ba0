import type { Db } from '../../db/connect.ts'
import { settleSamplesOf } from '../../audio/samples/settle-samples.ts'
import { drawnCoversOf, returnDrawnCovers } from '../art/drawn-covers.ts'
import { addTerms } from '../../search/terms.ts'
import { changedTexts, textChanges, writeTexts } from '../recorded-texts/write-texts.ts'
import type { Prepared } from './prepare.ts'
import { beginningOf, changesOf, namesIn } from '../stored/changes.ts'
import type { StoredTitle } from '../stored/titles.ts'
import { isDryRun, takeBackInDryRun } from '../../db/dry-run.ts'
import { changeCatalog, insertAll, upsertChanged, type Saved } from '../../db/upsert.ts'
import type { Import } from '../import-context.ts'
import { OF_TITLE, REVIEW, SAMPLE, TITLES, TRACK } from './columns.ts'

/** Tracks that belong to another title were not written and must not count. */
const RECOUNT_TRACKS = `update products p set track_count = (select count(*) from current_tracks t where t.product_id = p.id),
  total_seconds = (select coalesce(sum(t.seconds), 0) from current_tracks t where t.product_id = p.id) where p.id = any($1)`

/** Nobody was told of these titles. */
const WAITING = new Set(['scheduled', 'draft'])

type OfTitle<Item> = (Item & { product_id: number })[]

/** Finds, of titles with these keys, those that are not to be written. Runs under the lock of the catalog. */
type FindStale = (inner: Db, keys: string[]) => Promise<ReadonlySet<string>>
const NOTHING_STALE: FindStale = async () => new Set()

/** Writes a batch in one transaction and returns how many titles changed. */
export function writeTitles(
  context: Import,
  batch: Prepared[],
  stored: ReadonlyMap<string, StoredTitle>,
  findStale = NOTHING_STALE,
): Promise<number> {
  const changed = batch.filter((prepared) => isChanged(prepared, stored.get(prepared.title.key)))
  if (changed.length === 0) return Promise.resolve(0)
  return changeCatalog(context.db, context.now, async (inner) => {
    const stale = await findStale(
      inner,
      changed.map(({ title }) => title.key),
    )
    const writable = changed.filter(({ title }) => !stale.has(title.key))
    for (const prepared of writable) reportTitle(context, prepared, stored.get(prepared.title.key))
    const isNew = ({ title }: Prepared) => !stored.has(title.key)
    const write = (db: Db, titles: Prepared[]) => writeChanged({ ...context, db }, titles, stored)
    if (!isDryRun(inner)) return write(inner, writable)
    // Notifications may be about titles that the shop did not have.
    const known = writable.filter((prepared) => !isNew(prepared))
    const count = await takeBackInDryRun(inner, (db) => write(db, known))
    for (const { title, tracks } of known) {
      const id = stored.get(title.key)?.id
      if (id !== undefined && title.status === 'published')
        context.takenBack.set(title.key, { id, tracks: tracks.map(({ key }) => key) })
    }
    return count + (await write(inner, writable.filter(isNew)))
  })
}

async function writeChanged(
  { db, now, report, terms, lineTerms, announce }: Import,
  changed: Prepared[],
  stored: ReadonlyMap<string, StoredTitle>,
): Promise<number> {
  if (changed.length === 0) return 0
  await addTerms(
    db,
    changed.flatMap(({ names }) => names),
    terms,
  )
  const keys = changed.map(({ title }) => title.key)
  const drawn = await drawnCoversOf(db, keys)
  // The rows are known to differ, also when only the status does.
  await db.query(`update products set digest = '' where key = any($1)`, [keys])
  const saved = await upsertChanged(
    db,
    TITLES,
    changed.map(({ title }) => title),
    now,
  )
  if (saved.length > 0) await writeParts(db, saved, changed, { report, now })
  await returnDrawnCovers(db, drawn)
  const byKey = new Map(changed.map((prepared) => [prepared.title.key, prepared]))
  for (const { id, key } of saved) {
    const prepared = byKey.get(key)
    if (prepared) await writeTexts(db, id, changedTexts(stored.get(key), prepared), lineTerms)
  }
  const wasWaiting = ({ key }: Saved) => WAITING.has(stored.get(key)?.withheld ?? '')
  await announce(
    db,
    saved.filter(wasWaiting).map(({ id }) => id),
  )
  return saved.length
}

/** Equal digests are equal titles; others are compared, because a digest also changes with the release of the shop. */
function isChanged(prepared: Prepared, stored: StoredTitle | undefined): boolean {
  if (!stored) return true
  const { title } = prepared
  const isShownAsStored = stored.status === title.status && stored.withheld === title.withheld
  const hasSameTexts = changedTexts(stored, prepared).length === 0
  if (isShownAsStored && stored.digest === title.digest && hasSameTexts) return false
  return !hasSameTexts || changesOf(stored, prepared).length > 0 || !hasSameKeys(stored, title)
}

function reportTitle({ reportChange }: Import, prepared: Prepared, stored: StoredTitle | undefined): void {
  const { title, line } = prepared
  const texts = textChanges(stored, changedTexts(stored, prepared))
  const fields = stored ? [...changesOf(stored, prepared), ...texts] : beginningOf(prepared)
  if (stored && fields.length === 0) return
  const change = { kind: 'title', key: title.key, names: namesIn(title.translations), line, fields } as const
  reportChange({ ...change, ...(!stored && { isNew: true }) })
}

const SEARCHED = ['title_keys', 'author_keys', 'narrator_keys', 'genre_keys', 'search_keys', 'search_text'] as const
const hasSameKeys = (stored: StoredTitle, title: Prepared['title']): boolean =>
  SEARCHED.every((column) => JSON.stringify(stored[column]) === JSON.stringify(title[column]))

function pickFrom<Item>(prepared: Prepared | undefined, pick: (prepared: Prepared) => Item[]): Item[] {
  return prepared ? pick(prepared) : []
}

type Parts = <Item>(pick: (prepared: Prepared) => Item[]) => OfTitle<Item>

/** Replaces the rows that nothing else references. */
async function replaceOwned(db: Db, ids: number[], parts: Parts): Promise<void> {
  const people = parts((prepared) => prepared.people)
  const categories = parts((prepared) => prepared.categories)
  const shelves = parts((prepared) => prepared.shelves)
  for (const table of ['product_people', 'product_categories', 'placements'])
    await db.query(`delete from ${table} where product_id = any($1)`, [ids])
  await insertAll(db, 'product_people', { ...OF_TITLE, person_id: 'bigint', role: 'text' }, people)
  await insertAll(db, 'product_categories', { ...OF_TITLE, category_id: 'bigint' }, categories)
  await insertAll(db, 'placements', { ...OF_TITLE, shelf: 'text' }, shelves)
  const samples = parts((prepared) => prepared.samples)
  // A sample that the shop made stays until the title has its own.
  await db.query('delete from samples where product_id = any($1) and (not is_made or product_id = any($2))', [
    ids,
    samples.map(({ product_id: id }) => id),
  ])
  await insertAll(db, 'samples', SAMPLE, samples)
}

async function writeParts(
  db: Db,
  saved: Saved[],
  batch: Prepared[],
  { report, now }: Pick<Import, 'report' | 'now'>,
): Promise<void> {
  const ids = saved.map(({ id }) => id)
  const byKey = new Map(batch.map((prepared) => [prepared.title.key, prepared]))
  const parts: Parts = (pick) =>
    saved.flatMap(({ id, key }) => pickFrom(byKey.get(key), pick).map((item) => ({ ...item, product_id: id })))
  await replaceOwned(db, ids, parts)
  const tracks = parts((prepared) => prepared.tracks.map((track) => ({ ...track, removed_at: null })))
  await removeTracks(db, ids, tracks, now)
  const repeatedTracks = await upsertKeyed(db, 'tracks', TRACK, tracks)
  const reviews = parts((prepared) => prepared.reviews.map((review) => ({ ...review, status: 'approved' })))
  await deleteReviews(db, ids, reviews)
  const repeatedReviews = await upsertKeyed(db, 'reviews', REVIEW, reviews)
  if (repeatedTracks.length > 0) await db.query(RECOUNT_TRACKS, [ids])
  if (!isDryRun(db)) await settleSamplesOf(db, ids)
  for (const key of repeatedTracks) report({ kind: 'track', line: 0, key, field: 'key', reason: 'repeated' })
  for (const key of repeatedReviews) report({ kind: 'review', line: 0, key, field: 'key', reason: 'repeated' })
}

/** A track that comes back keeps its id and finds the positions of its listeners. One that another title takes over goes. */
async function removeTracks(db: Db, ids: number[], tracks: OfTitle<{ key: string }>, now: Date): Promise<void> {
  // A dry run that changes a track would block saving a position in it.
  if (isDryRun(db)) return
  await db.query(
    `update tracks set removed_at = $3 where product_id = any($1) and removed_at is null and key <> all($2)`,
    [ids, tracks.map(({ key }) => key), now],
  )
  await db.query(
    `delete from tracks t using jsonb_to_recordset($1) as r(key text, product_id bigint)
      where t.key = r.key and t.product_id <> r.product_id and t.removed_at is not null`,
    [JSON.stringify(tracks.map(({ key, product_id }) => ({ key, product_id })))],
  )
}

async function deleteReviews(db: Db, ids: number[], reviews: OfTitle<{ key: string }>): Promise<void> {
  if (isDryRun(db)) return
  await db.query('delete from reviews where product_id = any($1) and key is not null and key <> all($2)', [
    ids,
    reviews.map(({ key }) => key),
  ])
}

/**
 * Tracks and reviews keep their ids, because progress and moderation reference them. Returns the keys that belong to
 * another title and were not written.
 */
async function upsertKeyed(
  db: Db,
  table: 'tracks' | 'reviews',
  columns: Record<string, string>,
  rows: OfTitle<{ key: string }>,
): Promise<string[]> {
  const rowByKey = new Map(rows.toReversed().map((row) => [row.key, row]))
  const unique = [...rowByKey.values()]
  const repeated = rows.filter((row) => rowByKey.get(row.key) !== row).map(({ key }) => key)
  const names = Object.keys(columns)
  // Updating a key column would lock out rows that reference it.
  const updates = names
    .filter((name) => name !== 'key' && name !== 'product_id')
    .map((name) => `${name} = excluded.${name}`)
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  const written = await db.query<{ key: string }>(
    `insert into ${table} (${names.join(', ')}) select ${names.join(', ')} from jsonb_to_recordset($1) as r(${types.join(', ')})
     on conflict (key) do update set ${updates.join(', ')} where ${table}.product_id = excluded.product_id
     returning key`,
    [JSON.stringify(unique)],
  )
  const done = new Set(written.map(({ key }) => key))
  return [...repeated, ...unique.flatMap(({ key }) => (done.has(key) ? [] : [key]))]
}
