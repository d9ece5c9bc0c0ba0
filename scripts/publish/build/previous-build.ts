import { existsSync, lstatSync, renameSync, rmdirSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { linkWithPrecompressed, removeWithPrecompressed } from '../files.ts'
import { fileOf, KNOWLEDGE, type Digests } from '../render/plan.ts'
import type { Facts } from './page-facts.ts'

/** The parts of the served publication that the next one reuses. */
export type PreviousBuild = { folder: string; facts: Facts; digests: Digests }

const FILES = ['facts.json', ...KNOWLEDGE]
/** Files between two looks at the signal. */
const BATCH = 200

/** Whether a publication has everything that the next one needs. */
export const isReusable = (folder: string): boolean => FILES.every((name) => existsSync(join(folder, name)))

export async function readPreviousBuild(folder: string): Promise<PreviousBuild | undefined> {
  if (!isReusable(folder)) return undefined
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const [facts, digests] = await Promise.all([read('facts.json'), read('digests.json')])
  return { folder, facts: JSON.parse(facts) as Facts, digests: JSON.parse(digests) as Digests }
}

export const filesOf = (digests: Digests): Set<string> => new Set(Object.keys(digests).map(fileOf))

/**
 * Fills the folder of a new publication with the pages of the previous one. `spare` is an expired publication: most of its
 * files are the same ones already, and linking only the others is ten times as fast. Throws when a file is missing.
 */
export async function takePages(
  out: string,
  { folder, digests }: PreviousBuild,
  spare: string,
  signal: AbortSignal,
): Promise<void> {
  const existing = await takeSpare(out, spare)
  const wanted = filesOf(digests)
  let count = 0
  const rest = async () => {
    count += 1
    if (count % BATCH === 0) await setImmediate()
    signal.throwIfAborted()
  }
  for (const file of wanted) {
    await rest()
    const [from, to] = [join(folder, file), join(out, file)]
    if (existing.has(file)) {
      if (isSameFile(from, to)) continue
      removeWithPrecompressed(to)
    }
    linkWithPrecompressed(from, to)
  }
  for (const file of existing) {
    await rest()
    if (!wanted.has(file)) removePage(out, file)
  }
}

/** Pages of the spare publication, without all its other files. */
async function takeSpare(out: string, spare: string): Promise<Set<string>> {
  try {
    const read = async (name: string) => JSON.parse(await readFile(join(spare, name), 'utf8')) as never
    const digests: Digests = await read('digests.json')
    const { files }: { files: string[] } = await read('manifest.json')
    renameSync(spare, out)
    for (const name of ['_a', ...files]) await rm(join(out, name), { recursive: true, force: true })
    return filesOf(digests)
  } catch {
    await rm(spare, { recursive: true, force: true })
    await rm(out, { recursive: true, force: true })
    await mkdir(out, { recursive: true })
    return new Set()
  }
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [lstatSync(one), lstatSync(other, { throwIfNoEntry: false })]
  return a.ino === b?.ino && a.dev === b.dev
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
