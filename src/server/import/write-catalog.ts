import { fileURLToPath } from 'node:url'
import type { Collections } from '#contract/import/import.ts'
import type { Db } from '../db/connect.ts'
import { announceNewContent, createAnnounce } from '../notifications/announce.ts'
import { importCategories, importPeople, importSeries } from './collections.ts'
import { importEbooks } from './ebooks.ts'
import { createFiles } from './media/files.ts'
import type { MissingPolicy } from './titles/existing.ts'
import { importNotifications } from './notifications.ts'
import { isDryRun } from '../db/dry-run.ts'
import type { ImportFault } from './report.ts'
import { importSite } from './site.ts'
import { importTitles } from './titles/import-titles.ts'
import type { Ref, Refs } from './titles/prepare.ts'
import { changeCatalog } from '../db/upsert.ts'
import type { Import, ImportContext } from './import-context.ts'
import { relateTitles } from '../catalog/related-titles.ts'
import { namesOf } from '../search/terms.ts'

export type { ImportFault } from './report.ts'
export type { ImportContext } from './import-context.ts'

export type ImportSource = {
  /** Short lists; each row is validated by itself. */
  collections: { [Name in keyof Collections]?: readonly unknown[] }
  /** Whole rows, or `PartialTitle`s. Streamed: never in memory all at once. */
  titles: Iterable<unknown> | AsyncIterable<unknown>
  /** Paths in rows are relative to this folder. */
  folder: string | URL
  /**
   * The import is complete for these parts: what it does not name is removed. When a row of a part was refused, nothing of
   * that part is removed, because the refused row may name any entry.
   */
  replace?: boolean | ((part: Part) => boolean)
  /** `remove` by default: the rows are complete. */
  missing?: MissingPolicy
  /** Announces nothing to listeners, now or later; titles with a day in the future are announced on that day. */
  isQuiet?: boolean
}
type Part = keyof Collections | 'titles'
type ImportResult = { titles: number; changed: number; faults: number; isRemovalRefused: boolean }

const ASKS_NOTHING = { reportChange: () => undefined, confirmRemoval: async () => true }

/**
 * Writes a catalog into the shop; every import uses it. It can be repeated and killed at any time: each step is one
 * transaction, unchanged rows write nothing, invalid rows are reported and the others are imported.
 */
export async function importCatalog(
  options: ImportContext,
  { collections, titles, folder, replace = false, missing = 'remove', isQuiet = false }: ImportSource,
): Promise<ImportResult> {
  let faults = 0
  const report = (fault: ImportFault) => {
    if (!fault.isWarning) faults += 1
    options.report?.(fault)
  }
  const { db, media } = options
  const root = folder instanceof URL ? fileURLToPath(folder) : folder
  await using files = createFiles({ db, media, folder: root, downloads: options.downloads })
  const announce = createAnnounce({ now: options.now, isQuiet })
  const own = { now: options.now(), report, files, folder: root, missing, announce, ...metRows() }
  const context: Import = { ...ASKS_NOTHING, ...options, ...own }
  const lists = { ...EMPTY, ...collections }
  const replaces = (part: Part) => (typeof replace === 'boolean' ? replace : replace(part))
  const changedLists =
    (await importPeople(context, lists.people)) +
    (await importCategories(context, lists.categories)) +
    (await importSeries(context, lists.series)) +
    (await importSite(context, lists, replaces))
  const refs = await readRefs(db)
  const changedEbooks = await importEbooks(context, lists.ebooks, refs.people, replaces('ebooks'))
  const titleResult = await importTitles(context, refs, titles, () => replaces('titles'), options.progress)
  if (changedLists + titleResult.changed > 0 && !isDryRun(db)) await vacuumTables(db)
  const changedNotifications = await importNotifications(context, lists.notifications, replaces('notifications'))
  if (!isDryRun(db)) await followContent(db, options.now, isQuiet)
  return {
    titles: titleResult.titles,
    changed: changedLists + changedEbooks + titleResult.changed + changedNotifications,
    faults,
    isRemovalRefused: titleResult.isRemovalRefused,
  }
}

/** Which titles are related, and what listeners are told, follows from the rest: no entries of a publisher. */
async function followContent(db: Db, now: () => Date, isQuiet: boolean): Promise<void> {
  await changeCatalog(db, now(), relateTitles)
  await changeCatalog(db, now(), (inner) => announceNewContent(inner, now(), { isQuiet }))
}

/** What one import met already. */
const metRows = () => ({
  terms: new Set<string>(),
  lineTerms: new Map<string, number>(),
  takenBack: new Map<string, { id: number; tracks: string[] }>(),
})

/** Without fresh statistics the first searches take half a second and the related titles of 10,000 titles a minute. */
async function vacuumTables(db: Db): Promise<void> {
  for (const table of [
    'products',
    'people',
    'series',
    'search_terms',
    'product_people',
    'product_categories',
    'placements',
    'samples',
    'tracks',
    'reviews',
    'transcripts',
    'transcript_cues',
    'line_terms',
  ])
    await db.query(`vacuum analyze ${table}`)
}

type Lists = { [Name in keyof Collections]: readonly unknown[] }
const EMPTY: Lists = {
  people: [],
  categories: [],
  series: [],
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
  synonyms: [],
}

/** People, categories and series by key, with their names. */
export async function readRefs(db: Db): Promise<Refs> {
  type Named = { id: number; key: string; translations: Parameters<typeof namesOf>[0] }
  const read = async (table: string): Promise<Map<string, Ref>> => {
    const rows = await db.query<Named>(`select id, key, translations from ${table}`)
    return new Map(rows.map(({ id, key, translations }) => [key, { id, names: namesOf(translations) }]))
  }
  return { people: await read('people'), categories: await read('categories'), series: await read('series') }
}
