import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '#client/call.ts'
import { readCatalog, sourceOf, type Catalog, type Lists, type Source, type Title, type Writer } from '../source.ts'
import { addDetails, detailsReader, type ListedTitle } from './title-details.ts'

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

/** Throws when a file is missing or damaged; details of titles throw it later, when they are asked for. */
export async function readStored(folder: string): Promise<Catalog> {
  const { version, parts } = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as StoredParts
  const partsOf = (kind: string) => Object.entries(parts).filter(([part]) => part.startsWith(`${kind}-`))
  const readDetails = detailsReader((file) => intact(file, readFileSync(join(folder, file))))
  const titlesIn = async ([part, file]: [string, string]): Promise<Title[]> => {
    const detailsFile = parts[part.replace('titles', 'details')] ?? ''
    const listed = await readJsonPart<ListedTitle[]>(folder, file)
    return listed.map((title) => addDetails(title, () => readDetails(detailsFile, title.id)))
  }
  const [titles, authors, lists] = await Promise.all([
    Promise.all(partsOf('titles').map(titlesIn)),
    Promise.all(partsOf('authors').map(([, file]) => readJsonPart<Writer[]>(folder, file))),
    readJsonPart<Lists>(folder, parts['lists'] ?? ''),
  ])
  return { version, titles: byId(titles.flat()), authors: byId(authors.flat()), lists }
}

const byId = <Row extends { id: number }>(rows: Row[]): Row[] => rows.toSorted((a, b) => a.id - b.id)

export const readPart = async (folder: string, file: string): Promise<Buffer> =>
  intact(file, await readFile(join(folder, file)))
export const readJsonPart = async <Data>(folder: string, file: string): Promise<Data> =>
  JSON.parse((await readPart(folder, file)).toString()) as Data

function intact(file: string, text: Buffer): Buffer {
  if (!file.includes(partDigest(text))) throw new Error(`the stored catalog is damaged: ${file}`)
  return text
}

export const partDigest = (content: string | Buffer): string => hash('sha256', content, 'hex').slice(0, 16)
