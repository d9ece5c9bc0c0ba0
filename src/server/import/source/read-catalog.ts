import type { Collections } from '#contract/import.ts'
import { albumRows } from './albums.ts'
import type { CatalogFault, CatalogReport } from './fault.ts'
import { lookInto, type Found } from './folder.ts'
import { finishTitle, headOf, kindOf, textsIn, type Desk, type Loose } from './map-title.ts'
import { createMapper, type Row } from './map-row.ts'
import { createNames, type Named } from './names.ts'
import { createPaths } from './paths.ts'
import { listRow, rowsOf, SINGULAR, tellOf, type Place, type Placed } from './rows.ts'
import { SPECS, type RowKind } from './columns.ts'

/** What the shop knows before an import. */
export type Known = { people: Named[]; categories: Named[]; dayOf(key: string): Promise<string> }
type ListKind = keyof Collections
export type Catalog = {
  folder: string
  collections: Partial<Record<ListKind, Loose[]>>
  /** Rows of titles, good or bad. */
  count: number
  /** Whether they came from a table that holds any. */
  hasTable: boolean
  /** Streams them. */
  titles(): AsyncGenerator<Loose>
  /** Where the row stood that is the so-and-so-many-th of its kind, counted from 1. */
  placeOf(kind: string, number: number): Place | undefined
  /** Whether the folder has tables of it, none without rows, all of whose rows could be read. */
  isWhole(part: ListKind | 'titles'): boolean
}

/** What is the same in each row of a table. */
const ONCE = new Set(['unknownColumn', 'onePrice', 'noTracks'])

/** Reads a publisher's folder or file, whatever it looks like. Titles are looked at twice and never held together. */
export async function readCatalog(path: string, known: Known, given: CatalogReport): Promise<Catalog | string> {
  const refused = new Set<string>()
  const told = new Set<string>()
  const report = (fault: CatalogFault) => {
    const once = ONCE.has(fault.reason) ? `${fault.kind} ${fault.field}` : undefined
    if (once && told.has(once)) return
    if (once) told.add(once)
    if (!fault.isWarning) refused.add(fault.kind === 'file' ? (fault.file ?? '') : fault.kind)
    given(fault)
  }
  const found = await lookInto(path, report)
  if (typeof found === 'string') return found
  const desk = deskOf(found, known)
  const places = new Map<string, Place[]>()
  const mark = (at: Place) => {
    const marked = places.get(at.kind)
    if (marked) marked.push(at)
    else places.set(at.kind, [at])
  }
  const lists = await readLists(found, desk, report, mark)
  const count = await survey(found, desk)
  nameWriters(lists.ebooks ?? [], desk)
  return {
    folder: found.root,
    collections: {
      ...lists,
      people: [...desk.people.made(), ...(lists.people ?? [])],
      categories: [...desk.categories.made(), ...(lists.categories ?? [])],
    },
    count,
    hasTable: found.hasTitles && count > 0,
    titles: () => titlesOf(found, desk, report, mark),
    placeOf: (kind, number) => places.get(kind)?.[number - 1 - madeOf(desk, kind)],
    isWhole: (part) => isWhole(found, refused, part) && areFilled(found, places, part),
  }
}

function deskOf({ root }: Found, known: Known): Desk {
  const desk = {
    root,
    paths: createPaths(root),
    people: createNames('person'),
    categories: createNames('genre'),
    tracks: new Map<string, Row[]>(),
    reviews: new Map<string, Row[]>(),
    doubted: new Set<string>(),
    dayOf: known.dayOf,
  }
  known.people.forEach(desk.people.add)
  known.categories.forEach(desk.categories.add)
  return desk
}

/** Rows that were made stand before those of the tables. */
function madeOf({ people, categories }: Desk, kind: string): number {
  if (kind === 'person') return people.made().length
  return kind === 'category' ? categories.made().length : 0
}

async function readLists({ root, tables }: Found, desk: Desk, report: CatalogReport, mark: (at: Place) => void) {
  const lists: Partial<Record<ListKind, Loose[]>> = {}
  for (const { kind, file } of tables) {
    if (kind === 'titles') continue
    for await (const { row, at } of rowsOf(root, kind, file, report)) {
      if (kind === 'tracks' || kind === 'reviews') {
        hang(desk[kind], row, tellOf(report, at))
        continue
      }
      const list = (lists[kind] ??= [])
      const made = listRow(kind, row, list.length)
      list.push(made)
      mark(at)
      if (kind === 'people' || kind === 'categories') addNamed(desk[kind], made, row)
    }
  }
  return lists
}

function hang(into: Map<string, Row[]>, row: Row, tell: ReturnType<typeof tellOf>): void {
  const key = row.values['title']
  if (typeof key !== 'string') return tell({ field: 'title', reason: 'required' })
  const rows = into.get(key)
  if (rows) rows.push(row)
  else into.set(key, [row])
}

function addNamed(names: Desk['people'], { key, kind }: Loose, { translations }: Row): void {
  if (typeof key === 'string') names.add({ key, translations, ...(typeof kind === 'string' && { kind }) })
}

function nameWriters(ebooks: Loose[], { people }: Desk): void {
  for (const ebook of ebooks) {
    const authors = textsIn(ebook['authors'])
    for (const author of authors) people.note(author)
    ebook['authors'] = authors.map((author) => people.keyOf(author))
  }
}

/** Read rows of titles: of the tables, or made of folders with sound. */
async function* titleRows(
  { root, tables, hasTitles }: Found,
  { paths }: Desk,
  report: CatalogReport,
  seen?: () => void,
): AsyncGenerator<Placed> {
  for (const { kind, file } of tables) if (kind === 'titles') yield* rowsOf(root, kind, file, report, seen)
  if (hasTitles) return
  const { map } = createMapper(SPECS.titles)
  for await (const { path, cells } of albumRows(root, paths)) {
    seen?.()
    const at = { kind: 'title', file: path, line: 0 }
    const row = map(cells, tellOf(report, at))
    if (row) yield { row, at }
  }
}

const silent = () => undefined

/** The first look: who and what is named, and how many rows there are. */
async function survey(found: Found, desk: Desk): Promise<number> {
  let count = 0
  for await (const { row } of titleRows(found, desk, silent, () => void (count += 1))) {
    const head = headOf(row, silent)
    if (!head) continue
    for (const field of ['authors', 'directors', 'artists'])
      for (const name of textsIn(head[field])) desk.people.note(name)
    for (const name of textsIn(head['categories'])) desk.categories.note(name, kindOf(head))
  }
  return count
}

async function* titlesOf(
  found: Found,
  desk: Desk,
  report: CatalogReport,
  mark: (at: Place) => void,
): AsyncGenerator<Loose> {
  const used = new Set<string>()
  for await (const { row, at } of titleRows(found, desk, report)) {
    const head = headOf(row, tellOf(report, at))
    if (!head) continue
    const key = String(head['key'])
    used.add(key)
    const title = await finishTitle(desk, head, row, tellOf(report, at, key))
    if (!title) continue
    mark(at)
    yield title
  }
  for (const kind of ['tracks', 'reviews'] as const)
    for (const key of desk[kind].keys()) if (!used.has(key)) tellLost(found, kind, key, report)
}

function tellLost({ tables }: Found, kind: RowKind, key: string, report: CatalogReport): void {
  const file = tables.find((table) => table.kind === kind)?.file ?? kind
  report({ kind: 'file', file, line: 0, field: 'title', reason: 'unknownTitle', given: key })
}

function isWhole({ tables }: Found, refused: Set<string>, part: RowKind): boolean {
  const own = tables.filter(({ kind }) => kind === part)
  return own.length > 0 && !refused.has(SINGULAR[part]) && own.every(({ file }) => !refused.has(file))
}

/** A sheet that was cleared, or saved from the wrong place, names nothing: that is no order to take everything out. */
function areFilled({ tables }: Found, places: Map<string, Place[]>, part: RowKind): boolean {
  const filled = new Set(places.get(SINGULAR[part])?.map(({ file }) => file))
  return tables.every(({ kind, file }) => kind !== part || filled.has(file))
}
