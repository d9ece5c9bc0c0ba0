import { resolve } from 'node:path'
import { LOCALES } from '#contract/locale.ts'
import type { Db } from '../db/connect.ts'
import { importCatalog } from './write-catalog.ts'
import { dryRun } from '../db/dry-run.ts'
import type { ImportContext } from './import-context.ts'
import { readCatalog, type Catalog, type Known } from './source/read-catalog.ts'
import type { CatalogFault, CatalogReport } from './source/fault.ts'
import type { Named } from './source/names.ts'
import { LOCKS } from '../db/locks.ts'

export type FolderImportOptions = {
  path: string
  /** Reads, measures and checks everything, and saves nothing. */
  isDryRun?: boolean
  /** Each table is complete: what it does not name is removed from the shop. */
  replace?: boolean
  /** The folder of each title is complete: tracks, samples and covers that are not in it are removed. */
  replaceFiles?: boolean
}
export type FolderImportResult = {
  rows: number
  titles: number
  changed: number
  faults: number
  warnings: number
  /** Why titles were not removed although `replace` asked for it. */
  othersKeptBecause: 'faults' | 'noTable' | false
}
type ImportCallbacks = { report: CatalogReport; progress: (done: number, of: number) => void }
type ImportServices = Pick<ImportContext, 'db' | 'media' | 'now'>

/** Imports a publisher's folder or file. A string result is the reason why nothing was imported. */
export async function importFolder(
  context: ImportServices,
  options: FolderImportOptions,
  callbacks: ImportCallbacks,
): Promise<FolderImportResult | string> {
  return withImportLock(context.db, () =>
    options.isDryRun
      ? dryRun(context.db, (db) => runImport({ ...context, db }, options, callbacks))
      : runImport(context, options, callbacks),
  )
}

/** Runs one import at a time. The lock ends with its connection, so a killed import leaves none. */
async function withImportLock<Result>(db: Db, work: () => Promise<Result>): Promise<Result | 'busy'> {
  return db.transaction(async (lockDb) => {
    // This transaction is idle during the import: a timeout of the server would release the lock.
    await lockDb.query('set local idle_in_transaction_session_timeout = 0')
    const [row] = await lockDb.query<{ is_free: boolean }>('select pg_try_advisory_xact_lock($1) as is_free', [
      LOCKS.imports,
    ])
    return row?.is_free ? work() : 'busy'
  })
}

async function runImport(
  context: ImportServices,
  { path, replace = false, replaceFiles = false }: FolderImportOptions,
  { report, progress }: ImportCallbacks,
): Promise<FolderImportResult | string> {
  const counts = { faults: 0, warnings: 0 }
  const count = (fault: CatalogFault) => {
    if (fault.isWarning) counts.warnings += 1
    else counts.faults += 1
    report(fault)
  }
  const catalog = await readCatalog(resolve(path), await readKnown(context), count)
  if (typeof catalog === 'string') return catalog
  const lists = Object.values(catalog.collections).some((list) => list.length > 0)
  if (catalog.count === 0 && !lists) return 'nothing'
  const { titles, changed } = await importCatalog(
    {
      ...context,
      report: (fault) => count({ ...fault, ...locationIn(catalog, fault) }),
      progress: (done) => progress(done.titles, catalog.count),
    },
    {
      collections: catalog.collections,
      titles: catalog.titles(),
      folder: catalog.folder,
      replace: (part) => replace && catalog.isComplete(part),
      missing: replaceFiles ? 'removeIfSomeFound' : 'keep',
    },
  )
  return {
    rows: catalog.count,
    titles,
    changed,
    ...counts,
    othersKeptBecause: replace && othersKeptBecause(catalog, titles),
  }
}

function othersKeptBecause(catalog: Catalog, titles: number): FolderImportResult['othersKeptBecause'] {
  if (catalog.isComplete('titles') && titles === catalog.count) return false
  return catalog.hasTable ? 'faults' : 'noTable'
}

const locationIn = (catalog: Catalog, { kind, line }: CatalogFault): Partial<CatalogFault> => {
  const at = catalog.locationOf(kind, line)
  return at ? { file: at.file, line: at.line } : {}
}

type StoredName = { key: string; kind: string | null; en: string | null; mr: string | null }

async function readKnown({ db, now }: ImportServices): Promise<Known> {
  const named = async (table: 'people' | 'categories', kind: string): Promise<Named[]> =>
    (
      await db.query<StoredName>(
        `select key, ${kind} as kind, translations -> 'en' ->> 'name' as en, translations -> 'mr' ->> 'name' as mr from ${table} order by id`,
      )
    ).map(toNamed)
  let publishedByKey: Map<string, string> | undefined
  const readPublished = async () =>
    new Map(
      (await db.query<{ key: string; published: string }>('select key, published from products')).map(
        ({ key, published }) => [key, published],
      ),
    )
  return {
    people: await named('people', 'null'),
    categories: await named('categories', 'kind'),
    // A title without a date keeps the date of its first import: repeating the import must change nothing.
    dayOf: async (key) => (publishedByKey ??= await readPublished()).get(key) ?? now().toISOString().slice(0, 10),
  }
}

function toNamed({ key, kind, ...names }: StoredName): Named {
  const translations = Object.fromEntries(
    LOCALES.flatMap((locale) => (names[locale] ? [[locale, { name: names[locale] }]] : [])),
  )
  return { key, translations, ...(kind && { kind }) }
}
