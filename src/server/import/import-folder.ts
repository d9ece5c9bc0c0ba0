import { resolve } from 'node:path'
import { LOCALES } from '#contract/text.ts'
import type { Db } from '../db/connect.ts'
import { importCatalog } from './import-catalog.ts'
import { dryRun } from '../db/dry-run.ts'
import type { ImportContext } from './import-context.ts'
import { readCatalog, type Catalog, type Known } from './source/read-catalog.ts'
import type { CatalogFault, CatalogReport } from './source/fault.ts'
import type { Named } from './source/names.ts'
import { LOCKS } from '../db/locks.ts'

export type ImportOrder = {
  path: string
  /** Everything is read, measured and checked, nothing is kept. */
  isDryRun?: boolean
  /** What the folder has tables of is the whole of it: the rest is taken out. */
  replace?: boolean
  /** The folder of each title is the whole of it: tracks, samples and covers that are not there go. */
  replaceFiles?: boolean
}
export type ImportTold = {
  rows: number
  titles: number
  changed: number
  faults: number
  warnings: number
  /** Asked to replace titles, and did not: why. */ keptOthers: 'faults' | 'noTable' | false
}
type Heard = { report: CatalogReport; progress: (done: number, of: number) => void }
type Given = Pick<ImportContext, 'db' | 'media' | 'now'>

/** A publisher's folder or file comes into the shop. A text as answer says why nothing could be done. */
export async function importFolder(context: Given, order: ImportOrder, heard: Heard): Promise<ImportTold | string> {
  return alone(context.db, () =>
    order.isDryRun
      ? dryRun(context.db, (db) => importFound({ ...context, db }, order, heard))
      : importFound(context, order, heard),
  )
}

/** One import at a time. The lock ends with its connection, so a killed import leaves none. */
async function alone<Result>(db: Db, work: () => Promise<Result>): Promise<Result | 'busy'> {
  return db.transaction(async (holder) => {
    // It only waits: a server that cuts off idle transactions would cut off the lock.
    await holder.query('set local idle_in_transaction_session_timeout = 0')
    const [row] = await holder.query<{ is_free: boolean }>('select pg_try_advisory_xact_lock($1) as is_free', [
      LOCKS.imports,
    ])
    return row?.is_free ? work() : 'busy'
  })
}

async function importFound(
  context: Given,
  { path, replace = false, replaceFiles = false }: ImportOrder,
  { report, progress }: Heard,
): Promise<ImportTold | string> {
  const told = { faults: 0, warnings: 0 }
  const count = (fault: CatalogFault) => {
    if (fault.isWarning) told.warnings += 1
    else told.faults += 1
    report(fault)
  }
  const catalog = await readCatalog(resolve(path), await knownOf(context), count)
  if (typeof catalog === 'string') return catalog
  const lists = Object.values(catalog.collections).some((list) => list.length > 0)
  if (catalog.count === 0 && !lists) return 'nothing'
  const { titles, changed } = await importCatalog(
    {
      ...context,
      report: (fault) => count({ ...fault, ...placed(catalog, fault) }),
      progress: (done) => progress(done.titles, catalog.count),
    },
    {
      collections: catalog.collections,
      titles: catalog.titles(),
      folder: catalog.folder,
      replace: (part) => replace && catalog.isWhole(part),
      unfound: replaceFiles ? 'goesInPart' : 'stays',
    },
  )
  return { rows: catalog.count, titles, changed, ...told, keptOthers: replace && keptOthers(catalog, titles) }
}

function keptOthers(catalog: Catalog, titles: number): ImportTold['keptOthers'] {
  if (catalog.isWhole('titles') && titles === catalog.count) return false
  return catalog.hasTable ? 'faults' : 'noTable'
}

const placed = (catalog: Catalog, { kind, line }: CatalogFault): Partial<CatalogFault> => {
  const at = catalog.placeOf(kind, line)
  return at ? { file: at.file, line: at.line } : {}
}

type Stored = { key: string; kind: string | null; en: string | null; mr: string | null }

async function knownOf({ db, now }: Given): Promise<Known> {
  const named = async (table: 'people' | 'categories', kind: string): Promise<Named[]> =>
    (
      await db.query<Stored>(
        `select key, ${kind} as kind, translations -> 'en' ->> 'name' as en, translations -> 'mr' ->> 'name' as mr from ${table} order by id`,
      )
    ).map(toNamed)
  let days: Map<string, string> | undefined
  const readDays = async () =>
    new Map(
      (await db.query<{ key: string; published: string }>('select key, published from products')).map(
        ({ key, published }) => [key, published],
      ),
    )
  return {
    people: await named('people', 'null'),
    categories: await named('categories', 'kind'),
    // A title without a day keeps the one that it came in on: the same import again must change nothing.
    dayOf: async (key) => (days ??= await readDays()).get(key) ?? now().toISOString().slice(0, 10),
  }
}

function toNamed({ key, kind, ...names }: Stored): Named {
  const translations = Object.fromEntries(
    LOCALES.flatMap((locale) => (names[locale] ? [[locale, { name: names[locale] }]] : [])),
  )
  return { key, translations, ...(kind && { kind }) }
}
