import { isBelowShell, isServedByApi } from '../../src/i18n/links/site-link.ts'
import type { Facts } from './build/page-facts.ts'
import { rewrites } from './host/rules.ts'

/** Of compressed HTML without its style sheet: what a title page may weigh with it. */
export const LARGE_PAGE_KB = 22

/** Throws when an internal link leads to no file and no shell. The error names a page with the link. */
export function checkLinks({ strings, pages }: Facts, files: readonly string[]): void {
  const known = new Set(files.map((file) => `/${file}`))
  const shells = rewrites().map(({ from }) => from)
  const isBroken = strings.map((word) => {
    if (!word.startsWith('/')) return false
    const path = decoded(word.replaceAll('&amp;', '&'))
    if (isServedByApi(path) || isBelowShell(path)) return false
    return !(known.has(path) || known.has(`${path}index.html`) || shells.includes(path))
  })
  const broken = new Map<number, string>()
  for (const [page, { links }] of Object.entries(pages))
    for (const link of links) if (isBroken[link]) broken.set(link, page)
  if (broken.size === 0) return
  const some = [...broken].slice(0, 5).map(([link, page]) => `${strings[link]} on ${page}`)
  throw new Error(`the build has ${broken.size} broken links: ${some.join(', ')}`)
}

/** A malformed percent sequence stays as it is, and leads nowhere. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Pages that are too heavy for a slow network. They are reported and still published. */
export function heavyPages({ pages }: Facts): { page: string; bytes: number }[] {
  return Object.entries(pages)
    .flatMap(([page, { bytes }]) => (bytes > LARGE_PAGE_KB * 1024 ? [{ page, bytes }] : []))
    .toSorted((a, b) => b.bytes - a.bytes)
}
