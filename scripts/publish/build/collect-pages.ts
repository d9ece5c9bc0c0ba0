import { mkdirSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readJson, removeWithPrecompressed, WITH_PRECOMPRESSED } from '../files.ts'
import { RESULT_FILE, type RenderResult } from '../render/render-share.ts'
import { fileOf, type Digests } from '../render/stale-pages.ts'
import { stringTable, type Facts, type PageFacts } from './page-facts.ts'
import { removePage, type PreviousBuild } from './previous-build.ts'

type CollectedPages = { files: string[]; facts: Facts; rendered: number; reused: number }
/** `rendered`: the folder into which the pages were rendered; `built`: that of the new publication. */
type Build = {
  built: string
  rendered: string
  previous: PreviousBuild | undefined
  canReuse: boolean
  today: string
}

/**
 * Brings rendered pages into the folder of the publication, removes pages that are gone, and collects the facts of all pages.
 * Throws when a page has no file, so that no page is lost silently.
 */
export async function collectPages({ built, rendered, previous, canReuse, today }: Build): Promise<CollectedPages> {
  const result: RenderResult = readJson(join(rendered, RESULT_FILE))
  await rm(join(rendered, RESULT_FILE))
  const fresh = new Set(result.rendered)
  const reusable = canReuse && previous ? previous : undefined
  const digests = { ...reusable?.digests, ...result.digests }
  for (const path of result.gone) delete digests[path]
  const missing = Object.keys(digests).filter((path) => !fresh.has(path) && !isThere(path, reusable))
  if (missing.length > 0)
    throw new Error(`${missing.length} pages were not written: ${missing.slice(0, 3).map(fileOf).join(', ')}`)
  if (rendered !== built) {
    for (const path of fresh) moveWithPrecompressed(join(rendered, fileOf(path)), join(built, fileOf(path)))
    for (const path of result.gone) removePage(built, fileOf(path))
  }
  const isUnchanged = (path: string) => previous?.digests[path]?.digest === digests[path]?.digest
  const changedOf = (path: string) => (isUnchanged(path) && previous?.facts.pages[fileOf(path)]?.changed) || today
  const facts = factsOf(digests, result.shares, reusable, changedOf)
  return {
    files: Object.keys(digests).map(fileOf),
    facts,
    rendered: fresh.size,
    reused: Object.keys(digests).length - fresh.size,
  }
}

const isThere = (path: string, previous: PreviousBuild | undefined) =>
  previous?.digests[path] !== undefined && (!fileOf(path).endsWith('.html') || previous.facts.pages[fileOf(path)])

/** Facts of rendered pages, and of the others as they were. */
function factsOf(
  digests: Digests,
  shares: readonly Facts[],
  previous: PreviousBuild | undefined,
  changedOf: (path: string) => string,
): Facts {
  const { strings, indexOf } = stringTable(previous?.facts.strings)
  const rendered = new Map<string, PageFacts>()
  for (const share of shares) {
    const indexes = share.strings.map(indexOf)
    const renumber = (list: number[]) => list.map((index) => indexes[index] ?? 0)
    for (const [file, page] of Object.entries(share.pages))
      rendered.set(file, {
        ...page,
        links: renumber(page.links),
        inline: renumber(page.inline),
        alternates: renumber(page.alternates),
      })
  }
  const pages: Facts['pages'] = {}
  for (const path of Object.keys(digests)) {
    const file = fileOf(path)
    const [page, old] = [rendered.get(file), previous?.facts.pages[file]]
    if (page) pages[file] = { ...page, changed: changedOf(path) }
    else if (old) pages[file] = old
  }
  return { strings, pages }
}

/** Replaces a page by renaming: what older publications have under the same name stays as it is. */
function moveWithPrecompressed(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  removeWithPrecompressed(to)
  for (const extension of WITH_PRECOMPRESSED)
    try {
      renameSync(from + extension, to + extension)
    } catch (error) {
      // Small files are not precompressed.
      if (extension === '' || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
}
