import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '#client/call.ts'
import {
  readCatalog,
  sourceOf,
  type ListedCatalog,
  type Lists,
  type Source,
  type Title,
  type Writer,
} from '../source.ts'
import { intact, readAheadParts, readParts, takePart } from './stored-parts.ts'
import { addDetails, detailsReader, type ListedTitle } from './title-details.ts'

let reading: Promise<Source> | undefined

/**
 * The catalog of this build, read at the first query and cached: from the folder `SITE_CATALOG`, where the publisher stores
 * it, or from the API at `API_URL` when pages are rendered without a build.
 */
export function loadCatalog(): Promise<Source> {
  reading ??= read()
  return reading
}

async function read(): Promise<Source> {
  const { SITE_CATALOG: folder, API_URL: api, PORT: port = 4321 } = process.env
  if (!folder) return sourceOf(await readCatalog(createClient({ base: api ?? `http://localhost:${port}` })))
  const { complete, ...catalog } = await readStored(folder)
  return sourceOf(catalog, complete)
}

/** `complete`: gives a title its details, in place. */
type StoredCatalog = ListedCatalog & { complete: (title: ListedTitle) => Title }

/** Throws when a file is missing or damaged; details of titles throw it later, when they are asked for. */
export async function readStored(folder: string): Promise<StoredCatalog> {
  const { version, parts } = await readParts(folder)
  const partsOf = (kind: string) => Object.entries(parts).filter(([part]) => part.startsWith(`${kind}-`))
  const readDetails = detailsReader((file) => intact(file, readFileSync(join(folder, file))))
  const detailsFiles = new Map<number, string>()
  const titlesIn = async ([part, file]: [string, string]): Promise<ListedTitle[]> => {
    const titles = await takePart<ListedTitle[]>(folder, file)
    for (const { id } of titles) detailsFiles.set(id, parts[part.replace('titles', 'details')] ?? '')
    return titles
  }
  const [titles, authors, lists] = await Promise.all([
    Promise.all(partsOf('titles').map(titlesIn)),
    Promise.all(partsOf('authors').map(([, file]) => takePart<Writer[]>(folder, file))),
    takePart<Lists>(folder, parts['lists'] ?? ''),
  ])
  // The titles are completed in place, and what the update replaced would stay in memory.
  readAheadParts.clear()
  const complete = (title: ListedTitle) =>
    addDetails(title, () => readDetails(detailsFiles.get(title.id) ?? '', title.id))
  return { version, titles: byId(titles.flat()), authors: byId(authors.flat()), lists, complete }
}

const byId = <Row extends { id: number }>(rows: Row[]): Row[] => rows.toSorted((a, b) => a.id - b.id)
