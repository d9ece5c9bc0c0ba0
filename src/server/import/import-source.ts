import { resolve } from 'node:path'
import type { Db } from '../db/connect.ts'
import { importCatalog } from './write-catalog.ts'
import { dryRun } from '../db/dry-run.ts'
import type { ConfirmRemoval, ImportContext } from './import-context.ts'
import { readCatalog, type Catalog } from './source/read-catalog.ts'
import type { CatalogFault, CatalogReport } from './source/fault.ts'
import type { ReportChange } from './stored/changes.ts'
import { completeLists, ownNamesIn, partialTitles, readKnown } from './stored/titles-of-shop.ts'
import { LOCKS } from '../db/locks.ts'

export type FolderImportOptions = {
  path: string
  /** Reads, measures and checks everything, and saves nothing. */
  isDryRun?: boolean
  /** Each table is complete: what it does not name is removed from the shop. */
  replace?: boolean
  /** The folder of each title is complete: tracks, samples and covers that are not in it are removed. */
  replaceFiles?: boolean
  /** Tells listeners nothing about new titles and episodes. */
  isQuiet?: boolean
  /** Downloads covers that are web addresses. */
  fetchesCovers?: boolean
  /** They may be on the own network. */
  allowsPrivate?: boolean
}
export type FolderImportResult = {
  rows: number
  titles: number
  changed: number
  faults: number
  warnings: number
  /** Why titles were not removed although `replace` asked for it. */
  othersKeptBecause: 'faults' | 'noTable' | 'refused' | false
}
type ImportCallbacks = {
  report: CatalogReport
  progress: (done: number, of: number) => void
  /** What the import changes in a title of the shop, and each new title. */
  reportChange?: ReportChange
  confirmRemoval?: ConfirmRemoval
}
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

/** Faults that repeat in every row of a table: reported once. */
const REPORTED_ONCE = new Set(['unknownColumn', 'onePrice', 'noTracks', 'taxIncluded'])

function onceFilter(): (fault: CatalogFault) => boolean {
  const reported = new Set<string>()
  return ({ kind, field, reason }) => {
    const key = `${kind} ${field} ${reason}`
    if (!REPORTED_ONCE.has(reason)) return false
    return reported.has(key) || !reported.add(key)
  }
}

function countFaults(report: CatalogReport) {
  const counts = { faults: 0, warnings: 0 }
  const isRepeated = onceFilter()
  const count = (fault: CatalogFault) => {
    if (isRepeated(fault)) return
    if (fault.isWarning) counts.warnings += 1
    else counts.faults += 1
    report(fault)
  }
  return { counts, count }
}

/** Faults and changes with the file and line of their row. */
const callbacksOf = (
  catalog: Catalog,
  { reportChange, progress, confirmRemoval }: ImportCallbacks,
  count: CatalogReport,
): Pick<ImportContext, 'report' | 'reportChange' | 'progress' | 'confirmRemoval'> => ({
  report: (fault) => count({ ...fault, ...locationIn(catalog, fault) }),
  ...(confirmRemoval && { confirmRemoval }),
  ...(reportChange && { reportChange: (change) => reportChange({ ...change, ...locationIn(catalog, change) }) }),
  progress: (done) => progress(done.titles, catalog.count),
})

async function runImport(
  context: ImportServices,
  {
    path,
    replace = false,
    replaceFiles = false,
    isQuiet = false,
    fetchesCovers = false,
    allowsPrivate = false,
  }: FolderImportOptions,
  callbacks: ImportCallbacks,
): Promise<FolderImportResult | string> {
  const { counts, count } = countFaults(callbacks.report)
  const catalog = await readCatalog(resolve(path), await readKnown(context.db, context.now()), count, { fetchesCovers })
  if (typeof catalog === 'string') return catalog
  const lists = Object.values(catalog.collections).some((list) => list.length > 0)
  if (catalog.count === 0 && !lists) return 'nothing'
  const missing = replaceFiles ? 'removeIfSomeFound' : 'keep'
  const importContext = {
    ...context,
    ...(fetchesCovers && { downloads: { allowsPrivate } }),
    ...callbacksOf(catalog, callbacks, count),
  }
  const { titles, changed, isRemovalRefused } = await importCatalog(importContext, {
    collections: await completeLists(context.db, catalog.collections),
    titles: partialTitles(catalog.titles(), ownNamesIn(catalog, missing)),
    folder: catalog.folder,
    replace: (part) => replace && catalog.isComplete(part),
    missing,
    isQuiet,
  })
  return {
    rows: catalog.count,
    titles,
    changed,
    ...counts,
    othersKeptBecause: replace && (isRemovalRefused ? 'refused' : othersKeptBecause(catalog, titles)),
  }
}

function othersKeptBecause(catalog: Catalog, titles: number): FolderImportResult['othersKeptBecause'] {
  if (catalog.isComplete('titles') && titles === catalog.count) return false
  return catalog.hasTable ? 'faults' : 'noTable'
}

const locationIn = (catalog: Catalog, { kind, line }: { kind: string; line: number }) => {
  const at = catalog.locationOf(kind, line)
  return at ? { file: at.file, line: at.line } : {}
}
