import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ImportReport } from '#contract/desk/catalog/catalog.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { StaffCaller } from '../../http/staff.ts'
import { importFolder } from '../../import/import-source.ts'
import { isRowImported, type CatalogFault } from '../../import/source/fault.ts'
import type { TitleChange } from '../../import/stored/changes.ts'
import type { Failure } from '../../runtime/failure.ts'
import { rememberImport, snapshotOf } from './undo-import.ts'

type Table = { table: string; format: string; content: string; version?: string | undefined }
type ImportServices = Pick<AppContext, 'db' | 'media' | 'now' | 'tempFiles'>
type Report = Omit<ImportReport, 'status'>

/** A preview by somebody else takes seconds, and is waited for; an import by the command may take hours. */
const PATIENCE_MS = 20_000
const ASKS_EVERY_MS = 250

/** Replies name no more rows. */
const SHOWN = 200

/** Shows what a table would change (no `version`), or applies it when the catalog is still the one that was compared with. */
export async function importTable(
  context: ImportServices,
  { table, format, content, version }: Table,
  staff: StaffCaller,
): Promise<Report | Failure<'changedMeanwhile' | 'busy'>> {
  const bytes = Buffer.from(content, 'base64')
  if (isSpreadsheet(bytes)) return SPREADSHEET
  const folder = await mkdtemp(join(dirname(await context.tempFiles.newFile()), 'table-'))
  try {
    await writeFile(join(folder, `${table}.${format}`), bytes)
    if (BELOW_TITLES.has(table)) await writeFile(join(folder, 'titles.csv'), await titleKeys(context.db))
    return version === undefined
      ? await readFolder(context, folder)
      : await apply(context, { folder, table, version, staff })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Applying = { folder: string; table: string; version: string; staff: StaffCaller }

async function apply(
  context: ImportServices,
  { folder, table, version, staff }: Applying,
): Promise<Report | Failure<'changedMeanwhile' | 'busy'>> {
  const keys: string[] = []
  // What will change is read before it does, so that it can be undone.
  if (TITLE_TABLES.has(table)) await readFolder(context, folder, { noteKey: (key) => void keys.push(key) })
  const before = await snapshotOf(context, table, keys)
  if (version !== (await revisionOf(context.db))) return { fault: 'changedMeanwhile' }
  const report = await readFolder(context, folder, { isApplied: true })
  if ('fault' in report || report.changed === 0) return report
  const { rows, changed } = report
  await noteAction(context.db, context.now(), 'import', `table ${table}`, { rows, changed }, staff.name)
  const after = before && (await snapshotOf(context, table, keys))
  return { ...report, change: before && after ? await rememberImport(context, staff, table, before, after) : null }
}

type Reading = { isApplied?: boolean; noteKey?: (key: string) => void }

async function readFolder(
  context: ImportServices,
  folder: string,
  reading: Reading = {},
): Promise<Report | Failure<'busy'>> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const report = await readOnce(context, folder, reading)
    if (!('fault' in report) || performance.now() > until) return report
    await wait(ASKS_EVERY_MS)
  }
}

async function readOnce(
  context: ImportServices,
  folder: string,
  { isApplied = false, noteKey }: Reading,
): Promise<Report | Failure<'busy'>> {
  const faults: CatalogFault[] = []
  const changes: TitleChange[] = []
  const version = await revisionOf(context.db)
  const result = await importFolder(
    context,
    // The folder and not the file: a table that is no list of titles is known by its name.
    { path: folder, isDryRun: !isApplied, isQuiet: false },
    {
      // A table at the desk comes without sound: that it has none says nothing.
      report: (fault) => void (fault.reason !== 'soundKept' && faults.push(fault)),
      progress: () => undefined,
      reportChange: (change) => {
        changes.push(change)
        noteKey?.(change.key)
      },
    },
  )
  if (result === 'busy') return { fault: 'busy' }
  // The reason why nothing of the file could be read.
  if (typeof result === 'string') faults.push({ kind: 'file', line: 0, field: '-', reason: result })
  const { rows, changed } = typeof result === 'string' ? { rows: 0, changed: 0 } : result
  return reportOf({ version, isApplied, rows, changed }, faults, changes)
}

/** A file with a fault is not read; a row with one is left out, or imported without what was wrong. */
const isLeftOut = (fault: CatalogFault): boolean =>
  fault.kind === 'file' ? fault.isWarning !== true : !isRowImported(fault)

const byLine = (one: CatalogFault, other: CatalogFault) => one.line - other.line
const leftOutOf = (faults: CatalogFault[]) => faults.filter(isLeftOut).toSorted(byLine)
const notesOf = (faults: CatalogFault[]) => faults.filter((fault) => !isLeftOut(fault)).toSorted(byLine)
/** Several faults of one line are one row; a fault of the file itself has no line. */
const rowsOf = (faults: CatalogFault[]): number =>
  new Set(faults.map(({ kind, line }, index) => (line > 0 ? `${kind} ${line}` : index))).size

/** Files of Excel, new and old. */
const isSpreadsheet = (bytes: Buffer): boolean => /^(?:504b0304|d0cf11e0)/.test(bytes.subarray(0, 4).toString('hex'))

type Result = { version: string; isApplied: boolean; rows: number; changed: number }

const reportOf = (
  { version, isApplied, rows, changed }: Result,
  faults: CatalogFault[],
  changes: TitleChange[],
): Report => ({
  version,
  is_applied: isApplied,
  rows,
  changed,
  faults: [...leftOutOf(faults), ...notesOf(faults)].slice(0, SHOWN).map((fault) => ({
    line: fault.line,
    key: fault.key ?? null,
    field: fault.field,
    reason: fault.reason,
    given: fault.given ?? null,
    nearest: fault.nearest ?? null,
    is_left_out: isLeftOut(fault),
  })),
  changes: changes.slice(0, SHOWN).map(({ key, names = {}, line, isNew, fields }) => ({
    key,
    names,
    line,
    is_new: isNew ?? false,
    fields: fields.map(({ field, before, after }) => ({ field, before: before ?? null, after: after ?? null })),
  })),
  left_out_count: rowsOf(leftOutOf(faults)),
  noted_count: rowsOf(notesOf(faults)),
  change_count: changes.length,
  change: null,
})

/** Tables that change titles. */
const TITLE_TABLES = new Set(['titles', 'tracks'])
/** Tables that are read with their titles: with a table of keys alone, which leaves the rest of the titles as it is. */
const BELOW_TITLES = new Set(['tracks', 'reviews'])

async function titleKeys(db: Db): Promise<string> {
  const rows = await db.query<{ key: string }>(
    `select key from products where status = 'published' or withheld is not null order by id`,
  )
  return `key\n${rows.map(({ key }) => key).join('\n')}\n`
}

async function revisionOf(db: Db): Promise<string> {
  const [row] = await db.query<{ revision: number }>('select revision from catalog_version')
  return String(row?.revision ?? 0)
}

const SPREADSHEET = reportOf(
  { version: '0', isApplied: false, rows: 0, changed: 0 },
  [{ kind: 'file', line: 0, field: '-', reason: 'spreadsheet' }],
  [],
)
