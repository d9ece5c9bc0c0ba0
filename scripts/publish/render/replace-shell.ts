import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBytes } from '../build/page-bytes.ts'
import { fileOf, pathOf } from './stale-pages.ts'
import type { Renderer } from './renderer.ts'

/** The parts of a page that show what the query `shell` found (src/layouts/Page.astro). */
const PARTS = [/<nav id="main-menu"[^]*?<\/nav>/, /<footer class="foot"[^]*?<\/footer>/]

/** A page with the new parts; undefined when it has not the old ones, or is the current page of a menu. */
type Replace = (page: Buffer, path: string) => Buffer | undefined

/**
 * Renders pages of which only the menu or the footer differs by putting the new parts into the served page, which takes less time. The
 * first page of each route and language is rendered as always; the others get its parts when these make the same bytes of its own
 * served version.
 */
export function replaceShell(served: string, render: Renderer['render']): Renderer['render'] {
  const known = new Map<string, Replace | undefined>()
  return async (page) => {
    const { onlyShell } = page
    if (!onlyShell) return render(page)
    const path = pathOf(page.pathname)
    // A page without content has no file.
    const before = await readFile(join(served, fileOf(path))).catch(() => undefined)
    if (!before) return render(page)
    const kind = `${page.component} ${onlyShell.shell}`
    const content = known.get(kind)?.(before, path)
    if (content) return { content, queries: onlyShell.queries }
    const rendered = await render(page)
    if (!known.has(kind)) known.set(kind, replacementOf(path, before, rendered.content))
    return rendered
  }
}

function replacementOf(own: string, before: Buffer, after: Buffer): Replace | undefined {
  const partsOf = (page: Buffer) => PARTS.flatMap((part) => part.exec(readBytes(page))?.[0] ?? [])
  const [old, now] = [partsOf(before), partsOf(after).map((part) => Buffer.from(part, 'latin1'))]
  if (old.length !== PARTS.length || now.length !== PARTS.length) return undefined
  const replace: Replace = (page, path) => {
    // A menu marks the link to the page that shows it.
    if (now.some((part) => part.includes(`href="${path}/"`))) return undefined
    const html = readBytes(page)
    const pieces: Buffer[] = []
    let at = 0
    for (const [index, part] of old.entries()) {
      const start = html.indexOf(part, at)
      if (start < 0) return undefined
      pieces.push(page.subarray(at, start), now[index] ?? Buffer.alloc(0))
      at = start + part.length
    }
    return Buffer.concat([...pieces, page.subarray(at)])
  }
  return replace(before, own)?.equals(after) ? replace : undefined
}
