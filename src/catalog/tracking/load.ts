import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '#client/call.ts'
import { readCatalog, sourceOf, type Catalog, type Lists, type Source, type Title, type Writer } from '../source.ts'

/** What `state.json` of a stored catalog says: its files by part, each name with the digest of its content. */
type StoredParts = { version: string; parts: Record<string, string> }

let reading: Promise<Source> | undefined

/**
 * The catalog of this build, read at the first query and cached: from the folder `SITE_CATALOG`, where the publisher stores
 * it, or from the API at `API_URL` when pages are rendered without a build.
 */
export function loadCatalog(): Promise<Source> {
  reading ??= read().then(sourceOf)
  return reading
}

function read(): Promise<Catalog> {
  const { SITE_CATALOG: folder, API_URL: api, PORT: port = 4321 } = process.env
  return folder ? readStored(folder) : readCatalog(createClient({ base: api ?? `http://localhost:${port}` }))
}

/** Throws when a file is missing or damaged. */
export async function readStored(folder: string): Promise<Catalog> {
  const { version, parts } = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as StoredParts
  const rowsOf = async <Row extends { id: number }>(kind: string): Promise<Row[]> => {
    const files = Object.entries(parts).filter(([part]) => part.startsWith(`${kind}-`))
    const rows = await Promise.all(files.map(([, file]) => readPart<Row[]>(folder, file)))
    return rows.flat().toSorted((a, b) => a.id - b.id)
  }
  const [titles, authors, lists] = await Promise.all([
    rowsOf<Title>('titles'),
    rowsOf<Writer>('authors'),
    readPart<Lists>(folder, parts['lists'] ?? ''),
  ])
  return { version, titles, authors, lists }
}

export async function readPart<Data>(folder: string, file: string): Promise<Data> {
  const text = await readFile(join(folder, file))
  if (!file.includes(partDigest(text))) throw new Error(`the stored catalog is damaged: ${file}`)
  return JSON.parse(text.toString()) as Data
}

export const partDigest = (content: string | Buffer): string => hash('sha256', content, 'hex').slice(0, 16)
