import { linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { copyFile, link, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Absolute paths of all files below a folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** At once: by a promise a large text is decoded piece by piece, in several times the time. */
export const readJson = <Content>(file: string): Content => JSON.parse(readFileSync(file, 'utf8')) as Content

/** Copies a part of a long text: V8 keeps the whole text in memory as long as a slice of it exists. */
export const copied = (piece: string): string => Buffer.from(piece).toString()

const AT_ONCE = 8

/** Runs the work for every item, a few at a time, in no particular order. */
export async function eachOf<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const queue = [...items].values()
  async function worker() {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
export const eachFile = eachOf<string>

/** A file and its precompressed files, which small files do not have. */
export const WITH_PRECOMPRESSED = ['', '.br', '.gz'] as const

/** Hard-links a file with its precompressed files, at once: tens of thousands of them take a third of the time that promises would. Trap: writing to one path changes both. */
export function linkWithPrecompressed(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  linkSync(from, to)
  for (const extension of ['.br', '.gz'])
    try {
      linkSync(from + extension, to + extension)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
}

export function removeWithPrecompressed(file: string): void {
  for (const extension of WITH_PRECOMPRESSED) rmSync(file + extension, { force: true })
}

/** Links a file, or copies it from another disk. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV' && error.code !== 'EPERM') throw error
    return copyFile(from, to)
  })
}
