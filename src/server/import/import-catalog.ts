import { fileURLToPath } from 'node:url'
import { Collections, TitleRow } from '#contract/import.ts'
import type { Db } from '../db/connect.ts'
import { announceNewContent } from '../notifications/announce.ts'
import { importCategories, importPeople } from './collections.ts'
import { importEbooks } from './ebooks.ts'
import { createFiles } from './media/files.ts'
import { existingOf, type Missing } from './existing.ts'
import { importNotifications } from './notifications.ts'
import { isDryRun } from './dry-run.ts'
import type { ImportFault } from './report.ts'
import { importSite } from './site.ts'
import { prepareTitle, type Ref, type Refs } from './titles.ts'
import { importStep } from './upsert.ts'
import { inBatches, mapBounded, validRows } from './validate.ts'
import { writeTitles } from './write-titles.ts'
import type { Import, ImportContext } from './import-context.ts'
import { relateTitles } from '../catalog/related-titles.ts'
import { namesOf } from '../search/terms.ts'

export type { ImportFault } from './report.ts'
export type { ImportContext } from './import-context.ts'

export type ImportSource = {
  /** Lists that are few; each of their rows is checked by itself. */
  collections: { [Name in keyof Collections]?: readonly unknown[] }
  /** Read one after the other, never held together. */
  titles: Iterable<unknown> | AsyncIterable<unknown>
  /** What the paths in rows are relative to. */
  folder: string | URL
  /**
   * The import is the whole of these: titles and texts it does not name are taken out. Where a row was refused nothing is
   * taken out, because it may have named any.
   */
  replace?: boolean | ((part: Part) => boolean)
  /** By itself the rows say all there is. */
  unfound?: Missing
}
export type Part = keyof Collections | 'titles'
export type ImportResult = { titles: number; changed: number; faults: number }

const BATCH = 200
const FILES_AT_ONCE = 3

/**
 * The one way a catalog comes into the shop. Safe to repeat and to kill: every step is whole or not there, equal rows
 * change nothing, bad rows are reported and the rest goes in.
 */
export async function importCatalog(
  given: ImportContext,
  { collections, titles, folder, replace = false, unfound = 'goes' }: ImportSource,
): Promise<ImportResult> {
  let faults = 0
  const report = (fault: ImportFault) => {
    if (!fault.isWarning) faults += 1
    given.report?.(fault)
  }
  const { db, media } = given
  const files = createFiles({ db, media, folder: folder instanceof URL ? fileURLToPath(folder) : folder })
  const context: Import = { db, now: given.now(), report, files, terms: new Set(), unfound }
  const lists = { ...EMPTY, ...collections }
  const replaces = (part: Part) => (typeof replace === 'boolean' ? replace : replace(part))
  const few =
    (await importPeople(context, lists.people)) +
    (await importCategories(context, lists.categories)) +
    (await importSite(context, lists, replaces))
  const refs = await readRefs(db)
  const books = await importEbooks(context, lists.ebooks, refs.people, replaces('ebooks'))
  const many = await importTitles(context, refs, titles, () => replaces('titles'), given.progress)
  if (few + many.changed > 0 && !isDryRun(db)) await tidy(db)
  const beside = await importStep(db, context.now, relateTitles)
  const told =
    (await importNotifications(context, lists.notifications, replaces('notifications'))) +
    (await importStep(db, context.now, (inner) => announceNewContent(inner, context.now)))
  return { titles: many.titles, changed: few + books + many.changed + beside + told, faults }
}

/** Without fresh statistics the first searches take half a second, and the neighbours of 10,000 titles a minute. */
async function tidy(db: Db): Promise<void> {
  for (const table of [
    'products',
    'people',
    'search_terms',
    'product_people',
    'product_categories',
    'placements',
    'samples',
    'tracks',
    'reviews',
  ])
    await db.query(`vacuum analyze ${table}`)
}

type Lists = { [Name in keyof Collections]: readonly unknown[] }
const EMPTY: Lists = {
  people: [],
  categories: [],
  plans: [],
  menu: [],
  faq: [],
  testimonials: [],
  news: [],
  coupons: [],
  texts: [],
  banners: [],
  ebooks: [],
  notifications: [],
}

async function importTitles(
  context: Import,
  refs: Refs,
  rows: ImportSource['titles'],
  replaces: () => boolean,
  progress: ImportContext['progress'],
) {
  let given = 0
  const valid = validRows<TitleRow>(rows, {
    kind: 'title',
    struct: TitleRow,
    report: context.report,
    seen: () => void (given += 1),
  })
  const keys: string[] = []
  let changed = 0
  for await (const batch of inBatches(valid, BATCH)) {
    let started = keys.length
    const held = await existingOf(
      context.db,
      batch.map(({ row }) => row.key),
    )
    const prepared = await mapBounded(batch, FILES_AT_ONCE, ({ row, line }) => {
      progress?.({ titles: (started += 1) })
      return prepareTitle(context, refs, row, line, held.get(row.key))
    })
    const whole = prepared.filter((title) => title !== undefined)
    changed += await writeTitles(context, whole)
    keys.push(...whole.map(({ title }) => title.key))
    progress?.({ titles: keys.length })
  }
  if (keys.length === given && replaces()) changed += await unpublishOthers(context, keys)
  return { titles: keys.length, changed }
}

async function readRefs(db: Db): Promise<Refs> {
  type Named = { id: number; key: string; translations: Parameters<typeof namesOf>[0] }
  const read = async (table: string): Promise<Map<string, Ref>> => {
    const rows = await db.query<Named>(`select id, key, translations from ${table}`)
    return new Map(rows.map(({ id, key, translations }) => [key, { id, names: namesOf(translations) }]))
  }
  return { people: await read('people'), categories: await read('categories') }
}

async function unpublishOthers({ db, now }: Import, keys: string[]): Promise<number> {
  return importStep(db, now, async (inner) => {
    const gone = await inner.query(
      `update products set status = 'unpublished', updated_at = $2 where status = 'published' and key <> all($1) returning id`,
      [keys, now],
    )
    return gone.length
  })
}
