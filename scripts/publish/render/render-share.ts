import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { compressNow } from '../host/compress.ts'
import { readFacts, stringTable, type Facts } from '../build/page-facts.ts'
import { eachOf } from '../files.ts'
import { fileOf, pathOf, type Digests } from './stale-pages.ts'
import type { PagePath, Renderer } from './renderer.ts'

/** Pages: few, so that all processes end together; more than one, because a process asks another one for them. */
const AT_A_TIME = 16

/** What a process found while it rendered its share. `facts`: of HTML pages, by file; their `changed` is still empty. */
export type Share = { facts: Facts; queries: Record<string, string[]> }

export const RESULT_FILE = 'rendered.json'
/** What was rendered: paths, digests of pages that are new or differ from those of before, paths of before that are gone. */
export type RenderResult = { rendered: string[]; digests: Digests; gone: string[]; shares: Facts[] }

/** Hands out pages, a few at a time, to whichever process asks: one that starts later renders fewer. */
export function handOut(pages: readonly PagePath[]): () => PagePath[] {
  let at = 0
  return () => pages.slice(at, (at += AT_A_TIME))
}

/** Renders the pages that it takes until it gets none, writes them with their precompressed files, and collects their facts. */
export async function renderShare(
  renderer: Renderer,
  take: () => PagePath[] | Promise<PagePath[]>,
  folder: string,
  rendered: () => void,
): Promise<Share> {
  const { strings, indexOf } = stringTable()
  const share: Share = { facts: { strings, pages: {} }, queries: {} }
  const renderPage = async (page: PagePath) => {
    // Pages render without waiting for anything: what another process asks for would be sent when this one is done.
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
    const size = compressNow(target, content)
    rendered()
    if (!file.endsWith('.html')) return
    const { links, inline, address, alternates } = readFacts(content, file)
    share.facts.pages[file] = {
      links: links.map(indexOf),
      inline: inline.map(indexOf),
      address,
      alternates: alternates.map(indexOf),
      changed: '',
      bytes: size,
    }
  }
  for (let pages = await take(), next; pages.length > 0; pages = await next) {
    // Asked for while these are rendered, so that no process waits for another one.
    next = take()
    await eachOf(pages, renderPage)
  }
  return share
}
