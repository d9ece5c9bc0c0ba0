import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What `state.json` of a stored catalog says: its files by part, each name with the digest of its content. */
type StoredParts = { version: string; parts: Record<string, string> }

declare global {
  var shopPartsReadAhead: Map<string, unknown> | undefined
}

/**
 * Parsed files of the stored catalog that no query has asked for yet, by name: the name has the digest of the content. Global, because the
 * bundle that renders pages and the process that runs it are different module graphs.
 */
export const readAheadParts: Map<string, unknown> = (globalThis.shopPartsReadAhead ??= new Map<string, unknown>())

export const readParts = async (folder: string): Promise<StoredParts> =>
  JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as StoredParts

/**
 * Reads the files of the stored catalog, without details, before it is brought up to date: only files that the update replaces are read again.
 * What cannot be read is left to the query that asks for it.
 */
export async function readAhead(folder: string): Promise<void> {
  const { parts } = await readParts(folder).catch(() => ({ parts: {} }))
  const files = Object.values(parts).filter((file) => !file.startsWith('details-'))
  await Promise.allSettled(files.map(async (file) => readAheadParts.set(file, await readJsonPart(folder, file))))
}

export const takePart = async <Data>(folder: string, file: string): Promise<Data> =>
  (readAheadParts.get(file) as Data | undefined) ?? readJsonPart(folder, file)

export const readPart = async (folder: string, file: string): Promise<Buffer> =>
  intact(file, await readFile(join(folder, file)))
export const readJsonPart = async <Data>(folder: string, file: string): Promise<Data> =>
  JSON.parse((await readPart(folder, file)).toString()) as Data

/** Throws when the text is not the one that the name was made of. */
export function intact(file: string, text: Buffer): Buffer {
  if (!file.includes(partDigest(text))) throw new Error(`the stored catalog is damaged: ${file}`)
  return text
}

export const partDigest = (content: string | Buffer): string => hash('sha256', content, 'hex').slice(0, 16)
