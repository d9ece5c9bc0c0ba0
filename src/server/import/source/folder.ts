import { stat } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import type { CatalogReport } from './fault.ts'
import { foldHeader } from '../tables/headers.ts'
import { AUDIO_NAME, createPaths } from './paths.ts'
import { ROW_KINDS, type RowKind } from './columns.ts'
import { TABLE_NAME } from '../tables/open-table.ts'

/** `tables` by their paths below the root; without one of titles the folders of sound are the titles. */
export type Found = { root: string; tables: { kind: RowKind; file: string }[]; hasTitles: boolean }

const ALSO: Partial<Record<RowKind, readonly string[]>> = {
  titles: [
    'title',
    'books',
    'book',
    'audiobooks',
    'audiobook',
    'catalog',
    'catalogue',
    'metadata',
    'products',
    'library',
  ],
  tracks: ['track', 'chapters', 'chapter', 'episodes'],
  people: ['person', 'persons', 'authors', 'author', 'narrators', 'artists'],
  categories: ['category', 'genres', 'genre'],
  reviews: ['review'],
}
const KINDS = new Map(
  ROW_KINDS.flatMap((kind) => [kind, ...(ALSO[kind] ?? [])].map((name) => [foldHeader(name), kind] as const)),
)

/** `titles.csv`, `Books 2024.jsonl`, `titles-2.csv`. */
const kindOfFile = (name: string): RowKind | undefined =>
  KINDS.get(foldHeader(basename(name, extname(name)).replace(/[\d\s._-]+$/, '')))

/** What a path holds, or why nothing can be done with it. */
export async function lookInto(path: string, report: CatalogReport): Promise<Found | string> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return 'noPath'
  if (found.isFile()) return oneFile(path)
  const entries = await createPaths(path).entries('')
  const names = entries.filter(({ name, isFolder }) => !isFolder && TABLE_NAME.test(name)).map(({ name }) => name)
  const known = names.flatMap((file) => toTable(file, kindOfFile(file)))
  const others = names.filter((file) => !kindOfFile(file) && extname(file).toLowerCase() !== '.txt')
  const hasTitles = known.some(({ kind }) => kind === 'titles')
  // A table of another name can only be that of the titles, unless there is one.
  const taken = hasTitles ? [] : others.flatMap((file) => toTable(file, 'titles'))
  if (hasTitles)
    for (const file of others)
      report({ kind: 'file', line: 0, file, field: '-', reason: 'unusedFile', isWarning: true })
  return { root: path, tables: [...known, ...taken], hasTitles: hasTitles || taken.length > 0 }
}

const toTable = (file: string, kind: RowKind | undefined) => (kind ? [{ file, kind }] : [])

function oneFile(path: string): Found | string {
  const file = basename(path)
  if (AUDIO_NAME.test(file)) return 'audioAlone'
  if (!TABLE_NAME.test(file)) return /\.(?:xlsx?|ods|numbers)$/i.test(file) ? 'spreadsheet' : 'noTable'
  const kind = kindOfFile(file) ?? 'titles'
  return { root: dirname(path), tables: [{ kind, file }], hasTitles: kind === 'titles' }
}
