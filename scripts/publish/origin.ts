import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { changedEntries, type Entries } from './catalog/entries.ts'
import type { State } from './catalog/store.ts'
import { readJson } from './files.ts'
import { currentBuild, type Origin } from './publish.ts'

/** The newest catalog that the served publication shows too, because nothing that differs is on a page. */
const FILE = 'shown.json'
/** The origin of the publication before a roll-back. */
export const ROLLBACK_FILE = 'rolled-back.json'

export async function servedOrigin(dataDir: string): Promise<Origin | undefined> {
  const siteFolder = resolve(dataDir, 'site')
  return readOrigin(join(siteFolder, 'builds', (await currentBuild(siteFolder)) ?? '-', 'manifest.json'))
}

export async function readOrigin(file: string): Promise<Origin | undefined> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Origin) : undefined
}

/** Whether the publication was made of the same entries. */
export function showsSame(publication: string, { entries }: State): boolean {
  const shown = readJson<Entries>(join(publication, 'entries.json'))
  return changedEntries(shown, entries).size === 0
}

export async function noteShown(siteFolder: string, origin: Origin): Promise<void> {
  const file = join(siteFolder, FILE)
  await writeFile(`${file}.new`, JSON.stringify({ ...origin, build: await currentBuild(siteFolder) }))
  await rename(`${file}.new`, file)
}

/** What was noted for the publication that is served now. */
export async function alsoShown(siteFolder: string): Promise<Origin | undefined> {
  const noted = (await readOrigin(join(siteFolder, FILE)).catch(() => undefined)) as
    | (Origin & { build?: string })
    | undefined
  return noted?.build === (await currentBuild(siteFolder)) ? noted : undefined
}
