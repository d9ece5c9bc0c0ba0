import type { Facts } from './build/page-facts.ts'
import { rewrites } from './host/rules.ts'

/** Served by the API, not by the site folder. */
const ELSEWHERE = /^\/(?:api|media|dev)\//
/** HTML alone: a title page may have 22 KB with its styles (design 12), of which the shared sheet takes about 9. */
export const LARGE_PAGE_KB = 22

/** Throws when a page leads to nothing: internal links that are no file and no shell, each with a page that holds it. */
export function checkLinks({ words, pages }: Facts, files: readonly string[]): void {
  const known = new Set(files.map((file) => `/${file}`))
  const shells = rewrites().map(({ from }) => from)
  const isBroken = words.map((word) => {
    if (!word.startsWith('/')) return false
    const path = decodeURIComponent(word.replaceAll('&amp;', '&'))
    return !(ELSEWHERE.test(path) || known.has(path) || known.has(`${path}index.html`) || shells.includes(path))
  })
  const broken = new Map<number, string>()
  for (const [page, { links }] of Object.entries(pages))
    for (const link of links) if (isBroken[link]) broken.set(link, page)
  if (broken.size === 0) return
  const some = [...broken].slice(0, 5).map(([link, page]) => `${words[link]} on ${page}`)
  throw new Error(`the build has ${broken.size} broken links: ${some.join(', ')}`)
}

/** Pages that are heavier than a phone on a slow network should get; said, not refused: a publisher's longest title is still his. */
export function heavyPages({ pages }: Facts): { page: string; bytes: number }[] {
  return Object.entries(pages)
    .flatMap(([page, { bytes }]) => (bytes > LARGE_PAGE_KB * 1024 ? [{ page, bytes }] : []))
    .toSorted((a, b) => b.bytes - a.bytes)
}
