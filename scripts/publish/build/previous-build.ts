import { existsSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { linkWithPrecompressed, readJson, removeWithPrecompressed } from '../files.ts'
import { fileOf, KNOWLEDGE, type Digests } from '../render/stale-pages.ts'
import { readFactsFile, type StoredFacts } from './facts-file.ts'
import { inBatches, takeSpare } from './spare.ts'

/** The parts of the served publication that the next one reuses. */
export type PreviousBuild = { folder: string; code: string; facts: StoredFacts; digests: Digests }

const FILES = ['facts.json', 'manifest.json', ...KNOWLEDGE]

/** Whether a publication has everything that the next one needs. */
export const isReusable = (folder: string): boolean => FILES.every((name) => existsSync(join(folder, name)))

export function readPreviousBuild(folder: string): PreviousBuild | undefined {
  if (!isReusable(folder)) return undefined
  const read = <Content>(name: string) => readJson<Content>(join(folder, name))
  const { code } = read<{ code: string }>('manifest.json')
  return { folder, code, facts: readFactsFile(join(folder, 'facts.json')), digests: read<Digests>('digests.json') }
}

/**
 * Fills the folder of a new publication with the pages of the previous one, which is of the same code. Most of them are in the
 * spare publication; only the others are linked. Throws when a file is missing.
 */
export async function takePages(
  siteFolder: string,
  out: string,
  { folder, digests, code }: Pick<PreviousBuild, 'folder' | 'digests' | 'code'>,
  signal: AbortSignal,
): Promise<void> {
  const existing = await takeSpare(siteFolder, code, out)
  const take = ([path, { digest }]: [string, Digests[string]]) => {
    if (existing[path]?.digest === digest) return
    if (existing[path]) removeWithPrecompressed(join(out, fileOf(path)))
    linkWithPrecompressed(join(folder, fileOf(path)), join(out, fileOf(path)))
  }
  const gone = Object.keys(existing).filter((path) => !digests[path])
  await inBatches(Object.entries(digests), take, signal)
  await inBatches(gone, (path) => removePage(out, fileOf(path)), signal)
}

/** Removes a page and the folders that it leaves empty. */
export function removePage(out: string, file: string): void {
  removeWithPrecompressed(join(out, file))
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder))
    try {
      rmdirSync(join(out, folder))
    } catch {
      return
    }
}
