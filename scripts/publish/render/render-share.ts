import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { compressNow } from '../host/compress.ts'
import { readFacts, stringTable, type Facts } from '../build/page-facts.ts'
import { eachOf } from '../files.ts'
import { fileOf, pathOf } from './plan.ts'
import type { PagePath, Renderer } from './renderer.ts'

/** What a process found while it rendered its share. `facts`: of HTML pages, by file; their `changed` is still empty. */
export type Share = { facts: Facts; queries: Record<string, string[]> }

/** Renders pages, writes them with their precompressed files, and collects their facts. */
export async function renderShare(
  renderer: Renderer,
  pages: readonly PagePath[],
  folder: string,
  rendered: () => void,
): Promise<Share> {
  const { strings, indexOf } = stringTable()
  const share: Share = { facts: { strings, pages: {} }, queries: {} }
  await eachOf(pages, async (page) => {
    // Pages render without waiting for anything: the share of another process would be sent when this one is done.
    await nextTurn()
    const path = pathOf(page.pathname)
    const file = fileOf(path)
    const { content, queries } = await renderer.render(page)
    if (content.length === 0) return
    const target = join(folder, file)
    mkdirSync(dirname(target), { recursive: true })
    // Never into an existing file: it may be linked to a served one.
    writeFileSync(target, content, { flag: 'wx' })
    share.queries[path] = queries
    const bytes = compressNow(target, content)
    rendered()
    if (!file.endsWith('.html')) return
    const { links, inline, entry } = readFacts(content.toString(), file)
    share.facts.pages[file] = { links: links.map(indexOf), inline: inline.map(indexOf), entry, changed: '', bytes }
  })
  return share
}
