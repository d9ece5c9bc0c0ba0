import { existsSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { compress } from '../host/compress.ts'
import { readFacts, wordTable, type Facts, type PageFacts } from './page-facts.ts'
import { eachFile, filesBelow, linkWithTwins } from '../files.ts'
import { fileOf, type Digests } from './stale-pages.ts'

/** The served publication as far as the next one is made of it. */
export type Before = { folder: string; facts: Facts; digests: Digests }

export async function readBefore(folder: string): Promise<Before | undefined> {
  if (!existsSync(join(folder, 'facts.json')) || !existsSync(join(folder, 'digests.json'))) return undefined
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const [facts, digests] = await Promise.all([read('facts.json'), read('digests.json')])
  return { folder, facts: JSON.parse(facts) as Facts, digests: JSON.parse(digests) as Digests }
}

export type Gathered = { files: string[]; facts: Facts; rendered: number; kept: number }

type Build = {
  built: string
  digests: Digests
  before: Before | undefined
  canKeep: boolean
  today: string
  signal?: AbortSignal | undefined
}

/**
 * Makes the folder of a build whole: presses what is new, brings in the pages that were not rendered because nothing on them
 * changed, and knows the facts of all. A page without a file ends it: pages are never lost in silence.
 */
export async function gather({ built, digests, before, canKeep, today, signal }: Build): Promise<Gathered> {
  const made = new Set((await filesBelow(built)).map((file) => relative(built, file)))
  made.delete('digests.json')
  const { words, placeOf } = wordTable()
  const pages: Record<string, PageFacts> = {}
  const pathOf = new Map(Object.keys(digests).map((path) => [fileOf(path), path]))
  // A page that was kept has the digest that it had; another one should have been written.
  const isKept = (path: string) => canKeep && before?.digests[path]?.digest === digests[path]?.digest
  const lost = [...pathOf].flatMap(([file, path]) => (made.has(file) || isKept(path) ? [] : [file]))
  if (lost.length > 0) throw new Error(`${lost.length} pages were not written: ${lost.slice(0, 3).join(', ')}`)

  await eachFile(made, async (file) => {
    if (signal?.aborted) throw new Error('it was stopped')
    const whole = join(built, file)
    const content = await readFile(whole)
    if (!file.endsWith('.html')) return pressOrLink(whole, file, content, before)
    const { links, inline, entry } = readFacts(content.toString(), file)
    const path = pathOf.get(file) ?? ''
    const isSame = before?.digests[path]?.digest === digests[path]?.digest
    const changed = (isSame && before?.facts.pages[file]?.changed) || today
    pages[file] = {
      links: links.map(placeOf),
      inline: inline.map(placeOf),
      entry,
      changed,
      bytes: await compress(whole, content),
    }
  })
  const kept = [...pathOf.keys()].filter((file) => !made.has(file))
  await eachFile(kept, async (file) => {
    const known = before?.facts.pages[file]
    if (!before || (!known && file.endsWith('.html')))
      throw new Error(`nothing is known of the page ${file}: build all pages with npm run build`)
    await linkWithTwins(join(before.folder, file), join(built, file))
    if (known) pages[file] = { ...known, links: renumber(known.links), inline: renumber(known.inline) }
  })
  return { files: [...made, ...kept], facts: { words, pages }, rendered: pathOf.size - kept.length, kept: kept.length }

  function renumber(places: readonly number[]): number[] {
    return places.map((place) => placeOf(before?.facts.words[place] ?? ''))
  }
}

/** What stands in the served publication with the same bytes is pressed there already. */
async function pressOrLink(whole: string, file: string, content: Buffer, before: Before | undefined): Promise<void> {
  const old = before && join(before.folder, file)
  const size = old ? (await stat(old).catch(() => undefined))?.size : undefined
  if (!old || size !== content.length || !content.equals(await readFile(old)))
    return void (await compress(whole, content))
  await rm(whole)
  await linkWithTwins(old, whole)
}
