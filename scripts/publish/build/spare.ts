import { renameSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { linkWithPrecompressed, readJson } from '../files.ts'
import { fileOf, type Digests } from '../render/stale-pages.ts'

/** A whole publication that nobody serves: the next one begins with its files. */
const SPARE = 'spare'
/** What expired and waits to be deleted. */
const EXPIRED = 'removing-'
const DRAFT = 'preparing-spare'
/** Files between two looks at the signal. */
const BATCH = 200

/** Calls back for each item and lets others run between batches. Throws when the signal is aborted. */
export async function inBatches<Item>(items: Iterable<Item>, work: (item: Item) => void, signal?: AbortSignal) {
  let count = 0
  for (const item of items) {
    work(item)
    count += 1
    if (count % BATCH > 0) continue
    await setImmediate()
    signal?.throwIfAborted()
  }
}

/**
 * Makes the spare publication the folder `out`, without its rules, assets and maps, and returns the digests of its pages. A page
 * of the same digest and the same code has the same bytes. Without a spare one of this code the folder is empty.
 */
export async function takeSpare(siteFolder: string, code: string, out: string): Promise<Digests> {
  const spare = join(siteFolder, SPARE)
  try {
    if ((await codeOf(spare)) !== code) throw new Error('the spare publication is of other code')
    const digests: Digests = readJson(join(spare, 'digests.json'))
    const { files }: { files: string[] } = readJson(join(spare, 'manifest.json'))
    renameSync(spare, out)
    for (const name of ['_a', ...files]) await rm(join(out, name), { recursive: true, force: true })
    return digests
  } catch {
    await rm(out, { recursive: true, force: true })
    await mkdir(out, { recursive: true })
    return {}
  }
}

/** Takes a publication out of service: it becomes the spare one, or is deleted by `prepareSpare`. */
export async function retire(siteFolder: string, publication: string, code: string): Promise<void> {
  const spare = join(siteFolder, SPARE)
  const isWanted = (await codeOf(publication)) === code && (await codeOf(spare)) === undefined
  // Renamed first, so that a partly deleted publication is never a target of a roll-back.
  await rename(publication, isWanted ? spare : join(siteFolder, `${EXPIRED}${process.hrtime.bigint()}`))
}

/**
 * Deletes what expired and makes a spare publication of hard links to the served one where none is left, so that the next
 * rebuild, whose change waits for it, has to link only the pages that differ. Call it after the switch, with the lock.
 */
export async function prepareSpare(siteFolder: string, signal?: AbortSignal): Promise<void> {
  const [spare, current, draft] = [SPARE, 'current', DRAFT].map((name) => join(siteFolder, name)) as [
    string,
    string,
    string,
  ]
  const code = await codeOf(current)
  const isOutdated = (await codeOf(spare)) !== code
  if (isOutdated) await rename(spare, join(siteFolder, `${EXPIRED}spare`)).catch(() => undefined)
  for (const name of await readdir(siteFolder))
    if (name.startsWith(EXPIRED)) await rm(join(siteFolder, name), { recursive: true, force: true })
  if (!isOutdated) return
  try {
    const digests: Digests = readJson(join(current, 'digests.json'))
    await mkdir(draft)
    const link = (path: string) => linkWithPrecompressed(join(current, fileOf(path)), join(draft, fileOf(path)))
    await inBatches(Object.keys(digests), link, signal)
    await writeFile(join(draft, 'digests.json'), JSON.stringify(digests))
    await writeFile(join(draft, 'manifest.json'), JSON.stringify({ code, files: ['digests.json', 'manifest.json'] }))
    await rename(draft, spare)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** The code that a publication was made of; undefined without a whole publication. */
async function codeOf(publication: string): Promise<string | undefined> {
  try {
    const { code }: { code?: string } = readJson(join(publication, 'manifest.json'))
    return code
  } catch {
    return undefined
  }
}
