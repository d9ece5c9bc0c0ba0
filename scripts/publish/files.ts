import { link, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** All files below a folder, as whole paths. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** A piece of a long text, copied: V8 keeps the whole text in memory as long as a piece of it lives. */
export const copied = (piece: string): string => Buffer.from(piece).toString()

const AT_ONCE = 8

/** Does something with each of many things, a few of them at a time, in no order. */
export async function eachFile(files: Iterable<string>, work: (file: string) => Promise<void>): Promise<void> {
  const queue = [...files].values()
  async function worker() {
    for (const file of queue) await work(file)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Makes a file and its pressed twins the very files of another folder. Trap: who writes into one writes into both. */
export async function linkWithTwins(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await link(from, to)
  await Promise.all(['.br', '.gz'].map((twin) => link(from + twin, to + twin).catch(ignoreGone)))
}

/** Small files have no twins. */
function ignoreGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
