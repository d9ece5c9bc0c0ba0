import { link, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Absolute paths of all files below a folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Copies a part of a long text: V8 keeps the whole text in memory as long as a slice of it exists. */
export const copied = (piece: string): string => Buffer.from(piece).toString()

const AT_ONCE = 8

/** Runs the work for every file, a few at a time, in no particular order. */
export async function eachFile(files: Iterable<string>, work: (file: string) => Promise<void>): Promise<void> {
  const queue = [...files].values()
  async function worker() {
    for (const file of queue) await work(file)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Hard-links a file with its precompressed `.br` and `.gz` files. Trap: writing to one path changes both. */
export async function linkWithPrecompressed(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await link(from, to)
  await Promise.all(['.br', '.gz'].map((extension) => link(from + extension, to + extension).catch(ignoreMissing)))
}

/** Small files are not precompressed. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
