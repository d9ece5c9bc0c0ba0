import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
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
import { addDetails, detailsReader, type ListedTitle } from './title-details.ts'

/** What `state.json` of a stored catalog says: its files by part, each name with the digest of its content. */
type StoredParts = { version: string; parts: Record<string, string> }

declare global {
  var shopPartsReadAhead: Map<string, unknown> | undefined
}

/**
 * Parsed files of the stored catalog that no query has asked for yet, by name: the name has the digest of the content. Global, because the
 * bundle that renders pages and the process that runs it are different module graphs.
 */
const readAheadParts: Map<string, unknown> = (globalThis.shopPartsReadAhead ??= new Map<string, unknown>())

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

const readParts = async (folder: string): Promise<StoredParts> =>
  JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as StoredParts

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

/**
 * Reads the files of the stored catalog, without details, before it is brought up to date: only files that the update replaces are read again.
 * What cannot be read is left to the query that asks for it.
 */
export async function readAhead(folder: string): Promise<void> {
  const { parts } = await readParts(folder).catch(() => ({ parts: {} }))
  const files = Object.values(parts).filter((file) => !file.startsWith('details-'))
  await Promise.allSettled(files.map(async (file) => readAheadParts.set(file, await readJsonPart(folder, file))))
}

const takePart = async <Data>(folder: string, file: string): Promise<Data> =>
  (readAheadParts.get(file) as Data | undefined) ?? readJsonPart(folder, file)

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
