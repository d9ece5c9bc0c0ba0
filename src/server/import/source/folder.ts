import { stat } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import type { CatalogReport } from './fault.ts'
import { foldHeader } from '../tables/headers.ts'
import { AUDIO_NAME, createPaths } from './paths.ts'
import { ROW_KINDS, type RowKind } from './columns.ts'
import { TABLE_NAME } from '../tables/open-table.ts'

/** `tables` with paths relative to the root; without a table of titles each folder of sound is a title. */
export type SourceTables = { root: string; tables: { kind: RowKind; file: string }[]; hasTitles: boolean }

const ALIASES: Partial<Record<RowKind, readonly string[]>> = {
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
  ROW_KINDS.flatMap((kind) => [kind, ...(ALIASES[kind] ?? [])].map((name) => [foldHeader(name), kind] as const)),
)

/** `titles.csv`, `Books 2024.jsonl`, `titles-2.csv`. */
const kindOfFile = (name: string): RowKind | undefined =>
  KINDS.get(foldHeader(basename(name, extname(name)).replace(/[\d\s._-]+$/, '')))

/** Tables at a path; a string result is the reason why it cannot be imported. */
export async function findTables(path: string, report: CatalogReport): Promise<SourceTables | string> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return 'noPath'
  if (found.isFile()) return oneFile(path)
  const entries = await createPaths(path).entries('')
  const names = entries.filter(({ name, isFolder }) => !isFolder && TABLE_NAME.test(name)).map(({ name }) => name)
  const known = names.flatMap((file) => toTable(file, kindOfFile(file)))
  const others = names.filter((file) => !kindOfFile(file) && extname(file).toLowerCase() !== '.txt')
  const hasTitles = known.some(({ kind }) => kind === 'titles')
  // Without a table of titles, a table of unknown name is taken for it.
  const assumedTitles = hasTitles ? [] : others.flatMap((file) => toTable(file, 'titles'))
  if (hasTitles)
    for (const file of others)
      report({ kind: 'file', line: 0, file, field: '-', reason: 'unusedFile', isWarning: true })
  return { root: path, tables: [...known, ...assumedTitles], hasTitles: hasTitles || assumedTitles.length > 0 }
}

const toTable = (file: string, kind: RowKind | undefined) => (kind ? [{ file, kind }] : [])

function oneFile(path: string): SourceTables | string {
  const file = basename(path)
  if (AUDIO_NAME.test(file)) return 'audioAlone'
  if (!TABLE_NAME.test(file)) return /\.(?:xlsx?|ods|numbers)$/i.test(file) ? 'spreadsheet' : 'noTable'
  const kind = kindOfFile(file) ?? 'titles'
  return { root: dirname(path), tables: [{ kind, file }], hasTitles: kind === 'titles' }
}
