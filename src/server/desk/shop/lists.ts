import { isDeepStrictEqual } from 'node:util'
import type { ShopList } from '#contract/desk/shop-lists.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { digestOf, changeCatalog } from '../../db/upsert.ts'
import { createFiles } from '../../import/media/files.ts'
import { storedPath } from '../../import/media/exported.ts'
import type { ImportFault } from '../../import/report.ts'
import { importList } from '../../import/site.ts'
import { storedList } from '../../import/stored/lists.ts'
import type { Failure } from '../../runtime/failure.ts'

type Rows = Record<string, unknown>[]
type ListReply = { version: string; rows: Rows; pictures: Record<string, string> }
type Saving = { list: ShopList; version: string; rows: Rows; staff: string }
type ListContext = Pick<AppContext, 'db' | 'media' | 'now'>

/** Rows of the import format as the pages order them, with the addresses of their pictures. */
export async function readList(db: Db, list: ShopList): Promise<ListReply> {
  const rows = ordered(await storedList(db, list))
  return { version: digestOf(rows), rows, pictures: await picturesOf(db, rows) }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** By place and position; news by day, newest first. */
function ordered(rows: Rows): Rows {
  const position = (row: Rows[number]) => (typeof row['position'] === 'number' ? row['position'] : 0)
  return rows.toSorted(
    (one, other) =>
      String(one['place'] ?? '').localeCompare(String(other['place'] ?? '')) ||
      String(other['created'] ?? '').localeCompare(String(one['created'] ?? '')) ||
      position(one) - position(other),
  )
}

async function picturesOf(db: Db, rows: Rows): Promise<Record<string, string>> {
  const paths = rows.flatMap(({ image }) => (isText(image) ? (storedPath(image) ?? []) : []))
  const files = await db.query<{ path: string; widths: number[] | null }>(
    'select path, widths from media_files where path = any($1)',
    [paths],
  )
  return Object.fromEntries(files.map(({ path, widths }) => [`media/${path}`, `/media/${path}-${widths?.[0]}.webp`]))
}

/**
 * Saves a whole list in one transaction, by the rules of the import. Nothing is saved when a row is refused, or when somebody
 * saved the list since it was read.
 */
export async function saveList(
  context: ListContext,
  { list, version, rows, staff }: Saving,
): Promise<ListReply | Failure<'changedMeanwhile' | 'badInput' | 'noPicture'>> {
  const now = context.now()
  const faults: ImportFault[] = []
  const refusal = new Error('the list was refused')
  const saved = await changeCatalog(context.db, now, async (inner) => {
    const before = await readList(inner, list)
    if (before.version !== version) throw refusal
    nameless(rows).forEach((line) =>
      faults.push({ kind: list, line, field: 'translations.en.name', reason: 'required' }),
    )
    const changed = await importList(
      importContext(context, inner, now, faults),
      list,
      positioned(list, before.rows, rows),
      true,
    )
    if (faults.length > 0) throw refusal
    const after = await readList(inner, list)
    if (changed > 0) await noteAction(inner, now, 'save', `list ${list}`, changesOf(before.rows, after.rows), staff)
    return changed
  }).catch((error: unknown) => (error === refusal ? undefined : Promise.reject(error)))
  if (saved !== undefined) return readList(context.db, list)
  if (faults.length === 0) return { fault: 'changedMeanwhile' }
  return {
    fault: 'badInput',
    fields: Object.fromEntries(faults.map((fault) => [`rows.${fault.line - 1}.${fault.field}`, fault.reason])),
  }
}

/** The order of the rows is their order on the page: positions follow from it, and stay when the order does. */
const POSITIONED = new Set<ShopList>(['menu', 'banners', 'faq'])
function positioned(list: ShopList, before: Rows, rows: Rows): Rows {
  const isSame = before.length === rows.length && before.every((row, index) => keyIn(row) === keyIn(rows[index] ?? {}))
  if (!POSITIONED.has(list)) return rows
  return rows.map((row, index) => ({ ...row, position: isSame ? before[index]?.['position'] : index + 1 }))
}

function importContext({ media }: ListContext, db: Db, now: Date, faults: ImportFault[]) {
  return {
    db,
    now,
    report: (fault: ImportFault) => void faults.push(fault),
    reportChange: () => undefined,
    confirmRemoval: async () => true,
    // No row names a file of the server: only pictures that the shop has are found.
    files: createFiles({ db, media, folder: '/nonexistent' }),
    terms: new Set<string>(),
    missing: 'keep' as const,
    announce: async () => undefined,
  }
}

/** Numbers of the rows that have a name in no language. */
const nameless = (rows: Rows): number[] =>
  rows.flatMap((row, index) => {
    const words = row['translations'] ?? row['title'] ?? row['words']
    return words && Object.keys(words).length === 0 ? [index + 1] : []
  })

const keyIn = (row: Rows[number]): string => String(row['key'] ?? row['slug'] ?? '')

/** What the audit log says of a save: keys only, never texts. */
function changesOf(before: Rows, after: Rows): Record<string, unknown> {
  const old = new Map(before.map((row) => [keyIn(row), row]))
  const fresh = new Map(after.map((row) => [keyIn(row), row]))
  return {
    added: [...fresh.keys()].filter((key) => !old.has(key)),
    removed: [...old.keys()].filter((key) => !fresh.has(key)),
    changed: [...fresh]
      .filter(([key, row]) => old.has(key) && !isDeepStrictEqual(row, old.get(key)))
      .map(([key]) => key),
  }
}
