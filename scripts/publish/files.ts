import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** All files below a folder, as whole paths. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** A piece of a long text, copied: V8 keeps the whole text in memory as long as a piece of it lives. */
export const copied = (piece: string): string => Buffer.from(piece).toString()

const AT_ONCE = 8

/** Does something with each file, a few of them at a time, in no order. */
export async function eachFile(files: readonly string[], work: (file: string) => Promise<void>): Promise<void> {
  const queue = files.values()
  async function worker() {
    for (const file of queue) await work(file)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

export function eachText(files: readonly string[], work: (text: string, file: string) => void): Promise<void> {
  return eachFile(files, async (file) => work(await readFile(file, 'utf8'), file))
}
