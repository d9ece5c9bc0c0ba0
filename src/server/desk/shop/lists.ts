import { isDeepStrictEqual } from 'node:util'
import { SHOP_LISTS, type ShopList } from '#contract/desk/shop/shop-lists.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { digestOf } from '../../db/upsert.ts'
import type { StaffCaller } from '../../http/staff.ts'
import { importEbooks } from '../../import/ebooks.ts'
import { storedPath } from '../../import/media/exported.ts'
import type { ImportFault } from '../../import/report.ts'
import { importList } from '../../import/site.ts'
import { storedList } from '../../import/stored/lists.ts'
import { importWithoutFolder } from '../../import/titles/save-titles.ts'
import { readRefs } from '../../import/write-catalog.ts'
import type { Failure } from '../../runtime/failure.ts'
import { rememberChange } from '../history/remember.ts'
import type { Restorer } from '../history/restorer.ts'
import { inCatalog, isNewer } from '../in-catalog.ts'

type Rows = Record<string, unknown>[]
type ListReply = { version: string; rows: Rows; pictures: Record<string, string> }
type Saving = { list: ShopList; version: string; rows: Rows; staff: StaffCaller }
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
  const saving = inCatalog<ListReply | Failure<'changedMeanwhile'>>(
    context,
    async (inner) => {
      const before = await readList(inner, list)
      if (before.version !== version) return { fault: 'changedMeanwhile' }
      faults.push(...missingTexts(list, rows))
      await writeList({ ...context, db: inner }, list, positioned(list, before.rows, rows), faults)
      const after = await readList(inner, list)
      if (after.version === before.version) return after
      await noteAction(inner, now, 'save', `list ${list}`, changesOf(before.rows, after.rows), staff.name)
      await rememberChange(inner, now, {
        ...{ staff, area: 'lists', action: 'save list', target: list },
        ...{ before: before.rows, after: after.rows },
      })
      return after
    },
    isNewer(version),
  )
  return saving.catch((error: unknown) => {
    if (error !== REFUSED) throw error
    return {
      fault: 'badInput' as const,
      fields: Object.fromEntries(faults.map(({ line, field, reason }) => [`rows.${line - 1}.${field}`, reason])),
    }
  })
}

/** Rolls the transaction of a list back. */
const REFUSED = new Error('a row of the list was refused')

/** Writes a whole list; throws `REFUSED` when there are faults. */
async function writeList(context: ListContext, list: ShopList, rows: Rows, faults: ImportFault[]): Promise<void> {
  const { db, media, now } = context
  const own = importWithoutFolder({ db, media, now: now() }, faults)
  if (list === 'ebooks') await importEbooks(own, rows, (await readRefs(db)).people, true)
  else await importList(own, list, rows, true)
  if (faults.length > 0) throw REFUSED
}

/** A list as it was. A plan that was added stays, because orders may name it, and is no longer sold. */
export const listRestorer: Restorer = {
  roles: ['editor'],
  read: async ({ db }, { target }) => ordered(await storedList(db, listNamed(target))),
  async write(context, { target, before, after }) {
    // Written by `saveList`.
    const [old, fresh] = [before as Rows, after as Rows]
    const list = listNamed(target)
    const known = new Set(old.map(keyIn))
    const added = list === 'plans' ? fresh.filter((row) => !known.has(keyIn(row))) : []
    await writeList(context, list, [...old, ...added.map((plan) => ({ ...plan, canPurchase: false }))], [])
  },
}

function listNamed(name: string): ShopList {
  const list = SHOP_LISTS.find((one) => one === name)
  if (!list) throw new RangeError(`no list ${name}`)
  return list
}

/** The order of the rows is their order on the page: positions follow from it, and stay when the order does. */
const POSITIONED = new Set<ShopList>(['menu', 'banners', 'faq', 'ebooks'])
function positioned(list: ShopList, before: Rows, rows: Rows): Rows {
  const isSame = before.length === rows.length && before.every((row, index) => keyIn(row) === keyIn(rows[index] ?? {}))
  if (!POSITIONED.has(list)) return rows
  return rows.map((row, index) => ({ ...row, position: isSame ? before[index]?.['position'] : index + 1 }))
}

/** Texts that are there in no language: the name of a row, and in the questions of a topic a question or its answer. */
function missingTexts(kind: ShopList, rows: Rows): ImportFault[] {
  return rows.flatMap((row, index) =>
    missingIn(row).map((field): ImportFault => ({ kind, line: index + 1, field, reason: 'required' })),
  )
}

function missingIn(row: Rows[number]): string[] {
  const { title, translations = title ?? row['words'], queries } = row
  const own = isBlank(translations) ? [`${title ? 'title' : 'translations'}.en.name`] : []
  if (!Array.isArray(queries)) return own
  const asked = queries.flatMap((query, index) =>
    ['que', 'ans'].flatMap((part) => (isBlank(Object(query)[part]) ? [`queries.${index}.${part}`] : [])),
  )
  return [...own, ...asked]
}

const isBlank = (texts: unknown): boolean =>
  typeof texts === 'object' && texts !== null && Object.keys(texts).length === 0

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
