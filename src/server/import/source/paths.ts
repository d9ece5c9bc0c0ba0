import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export const AUDIO_NAME = /\.(?:mp3|m4[ab]|mp4|wav|flac|ogg|oga|opus|wma|aac)$/i
export const isAddress = (path: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(path)

export type Entry = { name: string; isFolder: boolean }
/** The files of an import folder under the names that tables give them. */
export type Paths = {
  entries(path: string): Promise<Entry[]>
  /** The real path: case, form of letters and kind of slashes differ between the machines that wrote table and folder. */
  find(given: string): Promise<{ path: string; isFolder: boolean } | undefined>
}

const fold = (name: string): string => name.normalize('NFC').toLowerCase().trim()
const byNumber = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

type Listing = { path: string; entries: Entry[]; byName: Map<string, Entry> }

export function createPaths(root: string): Paths {
  // The folder itself is asked about by every title, and rows that follow each other look into the same folder below it. No more is kept.
  let top: Promise<Listing> | undefined
  let latest: Promise<Listing> | undefined
  let latestPath: string | undefined

  return { entries: async (path) => (await listing(path)).entries, find }

  function listing(path: string): Promise<Listing> {
    if (path === '') return (top ??= list(root, path))
    if (latest && latestPath === path) return latest
    latestPath = path
    return (latest = list(root, path))
  }

  async function find(given: string): Promise<{ path: string; isFolder: boolean } | undefined> {
    const parts = given
      .replaceAll('\\', '/')
      .split('/')
      .filter((part) => part && part !== '.')
    let found = { path: '', isFolder: true }
    for (const part of parts) {
      const inside = found.isFolder ? await listing(found.path) : undefined
      const entry = inside?.byName.get(part) ?? inside?.byName.get(fold(part))
      if (!entry) return undefined
      found = { path: join(found.path, entry.name), isFolder: entry.isFolder }
    }
    return found
  }
}

async function list(root: string, path: string): Promise<Listing> {
  const found = await readdir(join(root, path), { withFileTypes: true }).catch(() => [])
  const shown = found
    .filter(({ name }) => !name.startsWith('.'))
    .map((one) => ({ name: one.name, isFolder: one.isDirectory() }))
  const entries = shown.toSorted((a, b) => byNumber.compare(a.name, b.name))
  // Its own spelling finds a name first.
  return {
    path,
    entries,
    byName: new Map([
      ...entries.map((entry) => [fold(entry.name), entry] as const),
      ...entries.map((entry) => [entry.name, entry] as const),
    ]),
  }
}
