import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export const AUDIO_NAME = /\.(?:mp3|m4[ab]|mp4|wav|flac|ogg|oga|opus|wma|aac)$/i
export const isAddress = (path: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(path)

type Entry = { name: string; isFolder: boolean }
/** Finds files of an import folder by the names in tables. */
export type Paths = {
  entries(path: string): Promise<Entry[]>
  /** The real path: case, Unicode form and slashes differ between the machines that wrote table and folder. */
  find(given: string): Promise<{ path: string; isFolder: boolean } | undefined>
}

const normalizeName = (name: string): string => name.normalize('NFC').toLowerCase().trim()
const byNumber = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const MAX_CACHED = 8

type Listing = { path: string; entries: Entry[]; byName: Map<string, Entry> }

export function createPaths(root: string): Paths {
  // The folders that were read last: consecutive rows share them.
  const cache = new Map<string, Promise<Listing>>()

  return { entries: async (path) => (await listing(path)).entries, find }

  function listing(path: string): Promise<Listing> {
    const found = cache.get(path) ?? list(root, path)
    cache.delete(path)
    cache.set(path, found)
    for (const oldest of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(oldest)
    return found
  }

  async function find(given: string): Promise<{ path: string; isFolder: boolean } | undefined> {
    const parts = given
      .replaceAll('\\', '/')
      .split('/')
      .filter((part) => part && part !== '.')
    let found = { path: '', isFolder: true }
    for (const part of parts) {
      const inside = found.isFolder ? await listing(found.path) : undefined
      const entry = inside?.byName.get(part) ?? inside?.byName.get(normalizeName(part))
      if (!entry) return undefined
      found = { path: join(found.path, entry.name), isFolder: entry.isFolder }
    }
    return found
  }
}

async function list(root: string, path: string): Promise<Listing> {
  const found = await readdir(join(root, path), { withFileTypes: true }).catch(() => [])
  const visible = found
    .filter(({ name }) => !name.startsWith('.'))
    .map((one) => ({ name: one.name, isFolder: one.isDirectory() }))
  const entries = visible.toSorted((a, b) => byNumber.compare(a.name, b.name))
  // The exact spelling wins over the normalized one.
  return {
    path,
    entries,
    byName: new Map([
      ...entries.map((entry) => [normalizeName(entry.name), entry] as const),
      ...entries.map((entry) => [entry.name, entry] as const),
    ]),
  }
}
