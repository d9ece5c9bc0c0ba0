import { existsSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { compress } from '../host/compress.ts'
import { readFacts, stringTable, type Facts, type PageFacts } from './page-facts.ts'
import { eachFile, filesBelow, linkWithPrecompressed } from '../files.ts'
import { fileOf, type Digests } from './stale-pages.ts'

/** The parts of the served publication that the next one reuses. */
export type PreviousBuild = { folder: string; facts: Facts; digests: Digests }

export async function readPreviousBuild(folder: string): Promise<PreviousBuild | undefined> {
  if (!existsSync(join(folder, 'facts.json')) || !existsSync(join(folder, 'digests.json'))) return undefined
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const [facts, digests] = await Promise.all([read('facts.json'), read('digests.json')])
  return { folder, facts: JSON.parse(facts) as Facts, digests: JSON.parse(digests) as Digests }
}

export type CollectedPages = { files: string[]; facts: Facts; renderedCount: number; reused: number }

type Build = {
  built: string
  digests: Digests
  previous: PreviousBuild | undefined
  canReuse: boolean
  today: string
  signal?: AbortSignal | undefined
}

/**
 * Completes the folder of a build: compresses new files, links the unchanged pages of the previous publication and collects
 * the facts of all pages. Throws when a page has no file, so that no page is lost silently.
 */
export async function collectPages(build: Build): Promise<CollectedPages> {
  const { built, digests, previous, canReuse, today, signal } = build
  const rendered = new Set((await filesBelow(built)).map((file) => relative(built, file)))
  rendered.delete('digests.json')
  const { strings, indexOf } = stringTable()
  const pages: Record<string, PageFacts> = {}
  const pathOf = new Map(Object.keys(digests).map((path) => [fileOf(path), path]))
  // A reused page has an unchanged digest; every other page must have been rendered.
  const hasSameData = (path: string) => previous?.digests[path]?.digest === digests[path]?.digest
  const missing = [...pathOf].flatMap(([file, path]) =>
    rendered.has(file) || (canReuse && hasSameData(path)) ? [] : [file],
  )
  if (missing.length > 0) throw new Error(`${missing.length} pages were not written: ${missing.slice(0, 3).join(', ')}`)

  await eachFile(rendered, async (file) => {
    if (signal?.aborted) throw new Error('the build was stopped')
    const target = join(built, file)
    const content = await readFile(target)
    if (!file.endsWith('.html')) return compressOrLink(target, file, content, previous)
    const { links, inline, entry } = readFacts(content.toString(), file)
    const path = pathOf.get(file) ?? ''
    const changed = (hasSameData(path) && previous?.facts.pages[file]?.changed) || today
    const bytes = await compress(target, content)
    pages[file] = { links: links.map(indexOf), inline: inline.map(indexOf), entry, changed, bytes }
  })
  const reused = [...pathOf.keys()].filter((file) => !rendered.has(file))
  await eachFile(reused, async (file) => {
    const facts = await linkPrevious(built, file, previous)
    if (facts) pages[file] = { ...facts, links: renumber(facts.links), inline: renumber(facts.inline) }
  })
  return {
    files: [...rendered, ...reused],
    facts: { strings, pages },
    renderedCount: pathOf.size - reused.length,
    reused: reused.length,
  }

  function renumber(indexes: readonly number[]): number[] {
    return indexes.map((index) => indexOf(previous?.facts.strings[index] ?? ''))
  }
}

/** Links an unchanged file of the previous publication. Returns the facts of a page. */
async function linkPrevious(
  built: string,
  file: string,
  previous: PreviousBuild | undefined,
): Promise<PageFacts | undefined> {
  const facts = previous?.facts.pages[file]
  if (!previous || (!facts && file.endsWith('.html')))
    throw new Error(`there are no facts of the page ${file}: build all pages with npm run build`)
  await linkWithPrecompressed(join(previous.folder, file), join(built, file))
  return facts
}

/** A file with the same bytes is already compressed in the served publication. */
async function compressOrLink(
  target: string,
  file: string,
  content: Buffer,
  previous: PreviousBuild | undefined,
): Promise<void> {
  const previousFile = previous && join(previous.folder, file)
  const size = previousFile ? (await stat(previousFile).catch(() => undefined))?.size : undefined
  if (!previousFile || size !== content.length || !content.equals(await readFile(previousFile)))
    return void (await compress(target, content))
  await rm(target)
  await linkWithPrecompressed(previousFile, target)
}
