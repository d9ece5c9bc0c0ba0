import type { Collections } from '#contract/import/import.ts'
import { albumRows } from './albums.ts'
import type { CatalogFault, CatalogReport } from './fault.ts'
import { findTables, type SourceTables } from './folder.ts'
import type { ReadRow } from './read-row.ts'
import { kindOf, mapTitle, type MappingContext } from './map-title.ts'
import { textsIn, titleHead, type KnownTitles } from './title-head.ts'
import { createMapper, type Row } from './map-row.ts'
import { keyOf } from './keys.ts'
import { createNames, partsOf, seriesIn, type Named } from './names.ts'
import { createPaths } from './paths.ts'
import { KIND_OF_ROW, listRow, problemReporter, rowsOf, type LocatedRow, type RowLocation } from './rows.ts'
import { ROW_SPECS, type RowKind } from './columns.ts'

/** What the shop contains before an import. */
export type Known = { people: Named[]; categories: Named[]; series: Named[]; titles: KnownTitles; today: string }
type ListKind = keyof Collections
export type Catalog = {
  folder: string
  collections: Partial<Record<ListKind, ReadRow[]>>
  /** Rows of titles, valid or not. */
  count: number
  /** Whether the titles came from a table with rows. */
  hasTable: boolean
  /** Whether the titles are described by a table, not by the tags of their sound. */
  isTable: boolean
  /** Streams the valid titles. */
  titles(): AsyncGenerator<ReadRow>
  /** File and line of the nth row of a kind, counted from 1. */
  locationOf(kind: string, number: number): RowLocation | undefined
  /** Whether the folder has tables of the part, each with rows, and every row could be read. */
  isComplete(part: ListKind | 'titles'): boolean
}

/** Reads a publisher's folder or file in any supported form. Titles are read twice and streamed: never in memory all at once. */
export async function readCatalog(
  path: string,
  known: Known,
  onFault: CatalogReport,
  { fetchesCovers = false } = {},
): Promise<Catalog | string> {
  const refused = new Set<string>()
  const report = (fault: CatalogFault) => {
    if (!fault.isWarning) refused.add(fault.kind === 'file' ? (fault.file ?? '') : fault.kind)
    onFault(fault)
  }
  const source = await findTables(path, report)
  if (typeof source === 'string') return source
  const context = createMappingContext(source, known, fetchesCovers)
  const locations = new Map<string, RowLocation[]>()
  const recordLocation = (location: RowLocation) => {
    const marked = locations.get(location.kind)
    if (marked) marked.push(location)
    else locations.set(location.kind, [location])
  }
  const lists = await readLists(source, context, report, recordLocation)
  const count = await collectNames(source, context)
  resolveEbookAuthors(lists.ebooks ?? [], context)
  return {
    folder: source.root,
    collections: {
      ...lists,
      people: [...context.people.created().map(created), ...(lists.people ?? [])],
      categories: [...context.categories.created().map(created), ...(lists.categories ?? [])],
      series: [...context.series.created().map(created), ...(lists.series ?? [])],
    },
    count,
    hasTable: source.hasTitles && count > 0,
    isTable: source.hasTitles,
    titles: () => mapTitles(source, context, report, recordLocation),
    locationOf: (kind, number) => locations.get(kind)?.[number - 1 - createdCount(context, kind)],
    isComplete: (part) => isComplete(source, refused, part) && haveRows(source, locations, part),
  }
}

const created = (row: Named): ReadRow => ({ row, cleared: new Set() })

function createMappingContext({ root }: SourceTables, known: Known, fetchesCovers: boolean): MappingContext {
  const context = {
    root,
    paths: createPaths(root),
    people: createNames('person'),
    categories: createNames('genre'),
    series: createNames('series'),
    tracks: new Map<string, Row[]>(),
    reviews: new Map<string, Row[]>(),
    reportedCommas: new Set<string>(),
    titles: known.titles,
    today: known.today,
    fetchesCovers,
  }
  known.people.forEach(context.people.add)
  known.categories.forEach(context.categories.add)
  known.series.forEach(context.series.add)
  return context
}

/** Created rows come before the rows of the tables. */
function createdCount({ people, categories, series }: MappingContext, kind: string): number {
  if (kind === 'person') return people.created().length
  if (kind === 'series') return series.created().length
  return kind === 'category' ? categories.created().length : 0
}

async function readLists(
  { root, tables }: SourceTables,
  context: MappingContext,
  report: CatalogReport,
  recordLocation: (location: RowLocation) => void,
) {
  const lists: Partial<Record<ListKind, ReadRow[]>> = {}
  for (const { kind, file } of tables) {
    if (kind === 'titles') continue
    for await (const { row, location } of rowsOf(root, kind, file, report)) {
      if (kind === 'tracks' || kind === 'reviews') {
        groupByTitle(context[kind], row, problemReporter(report, location))
        continue
      }
      const list = (lists[kind] ??= [])
      const raw = listRow(kind, row, list.length)
      list.push(raw)
      recordLocation(location)
      if (kind === 'people' || kind === 'categories' || kind === 'series') registerName(context[kind], raw.row, row)
    }
  }
  return lists
}

function groupByTitle(into: Map<string, Row[]>, row: Row, reportProblem: ReturnType<typeof problemReporter>): void {
  const key = row.values['title']
  if (typeof key !== 'string') return reportProblem({ field: 'title', reason: 'required' })
  const rows = into.get(key)
  if (rows) rows.push(row)
  else into.set(key, [row])
}

function registerName(names: MappingContext['people'], { key, kind }: ReadRow['row'], { translations }: Row): void {
  if (typeof key === 'string') names.add({ key, translations, ...(typeof kind === 'string' && { kind }) })
}

function resolveEbookAuthors(ebooks: ReadRow[], { people }: MappingContext): void {
  for (const { row: ebook } of ebooks) {
    if (!('authors' in ebook)) continue
    const authors = textsIn(ebook['authors'])
    for (const author of authors) people.register(author)
    ebook['authors'] = authors.map((author) => people.keyOf(author))
  }
}

/** Rows of titles: from the tables, or from folders with sound. */
async function* titleRows(
  { root, tables, hasTitles }: SourceTables,
  { paths }: MappingContext,
  report: CatalogReport,
  onRow?: () => void,
): AsyncGenerator<LocatedRow> {
  for (const { kind, file } of tables) if (kind === 'titles') yield* rowsOf(root, kind, file, report, onRow)
  if (hasTitles) return
  const { map } = createMapper(ROW_SPECS.titles)
  for await (const { path, cells } of albumRows(root, paths)) {
    onRow?.()
    const location = { kind: 'title', file: path, line: 0 }
    const row = map(cells, problemReporter(report, location))
    if (!row) continue
    row.values['album'] = keyOf(path)
    yield { row, location }
  }
}

const ignoreProblems = () => undefined

/** First pass: registers people, categories and series, and counts the rows. */
async function collectNames(source: SourceTables, context: MappingContext): Promise<number> {
  let count = 0
  for await (const { row } of titleRows(source, context, ignoreProblems, () => void (count += 1))) {
    const head = titleHead(context, row, ignoreProblems)
    if (!head) continue
    const kind = kindOf(head, context.titles.get(String(head['key'])))
    for (const field of ['authors', 'directors', 'artists'])
      for (const name of textsIn(head[field])) context.people.register(name)
    for (const name of partsOf(context.categories, textsIn(head['categories']), kind))
      context.categories.register(name, kind)
    context.series.registerIn(seriesIn(context.series, row).names)
  }
  return count
}

async function* mapTitles(
  source: SourceTables,
  context: MappingContext,
  report: CatalogReport,
  recordLocation: (location: RowLocation) => void,
): AsyncGenerator<ReadRow> {
  const used = new Set<string>()
  for await (const { row, location } of titleRows(source, context, report)) {
    const head = titleHead(context, row, problemReporter(report, location))
    if (!head) continue
    const key = String(head['key'])
    used.add(key)
    const title = await mapTitle(context, head, row, problemReporter(report, location, key))
    if (!title) continue
    recordLocation(location)
    yield title
  }
  for (const kind of ['tracks', 'reviews'] as const)
    for (const key of context[kind].keys()) if (!used.has(key)) reportUnmatched(source, kind, key, report)
}

function reportUnmatched({ tables }: SourceTables, kind: RowKind, key: string, report: CatalogReport): void {
  const file = tables.find((table) => table.kind === kind)?.file ?? kind
  report({ kind: 'file', file, line: 0, field: 'title', reason: 'unknownTitle', given: key })
}

function isComplete({ tables }: SourceTables, refused: Set<string>, part: RowKind): boolean {
  const own = tables.filter(({ kind }) => kind === part)
  return own.length > 0 && !refused.has(KIND_OF_ROW[part]) && own.every(({ file }) => !refused.has(file))
}

/** An empty table is probably a mistake: it must not remove everything. */
function haveRows({ tables }: SourceTables, locations: Map<string, RowLocation[]>, part: RowKind): boolean {
  const filled = new Set(locations.get(KIND_OF_ROW[part])?.map(({ file }) => file))
  return tables.every(({ kind, file }) => kind !== part || filled.has(file))
}
