import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { linkWithPrecompressed } from '../files.ts'
import { compress } from '../host/compress.ts'
import type { SiteFile } from '../host/sitemap.ts'

/** Writes a file with its precompressed files, or links them to those of the previous publication of the same code, when it has the same bytes. */
export async function placeFile(
  built: string,
  previous: string | undefined,
  name: string,
  text: string,
): Promise<void> {
  const content = Buffer.from(text)
  const before = previous && (await readFile(join(previous, name)).catch(() => undefined))
  if (previous && before && before.equals(content))
    return linkWithPrecompressed(join(previous, name), join(built, name))
  await writeFile(join(built, name), content)
  await compress(join(built, name), content)
}

/** The same for a sitemap, which is not even made when it is the same. */
export async function placeMap({ name, isSame, text }: SiteFile, built: string, previous?: string): Promise<void> {
  if (isSame && previous)
    try {
      return linkWithPrecompressed(join(previous, name), join(built, name))
    } catch (error) {
      // Lost: it is made again. Nothing is written over a file that was linked already.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  await placeFile(built, previous, name, text())
}
