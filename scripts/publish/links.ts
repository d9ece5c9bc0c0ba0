import { relative } from 'node:path'
import { copied, eachText } from './files.ts'
import { rewrites } from './rules.ts'

/** Served by the API, not by the site folder. */
const ELSEWHERE = /^\/(?:api|media)\//
const HREF = /\s(?:href|src)="(\/[^"#?]*)[^"]*"/g

/** Internal links of the pages that lead to no file and no shell, each with a page that holds it. */
export async function brokenLinks(folder: string, files: readonly string[]): Promise<{ link: string; page: string }[]> {
  const known = new Set(files.map((file) => `/${relative(folder, file)}`))
  const shells = rewrites().map(({ from }) => from)
  const broken = new Map<string, string>()
  const good = new Set<string>()
  const pages = files.filter((file) => file.endsWith('.html'))
  await eachText(pages, (html, page) => {
    for (const [, raw = ''] of html.matchAll(HREF)) {
      if (good.has(raw) || broken.has(raw)) continue
      const path = decodeURIComponent(raw.replaceAll('&amp;', '&'))
      const isThere = ELSEWHERE.test(path) || known.has(path) || known.has(`${path}index.html`) || shells.includes(path)
      if (isThere) good.add(copied(raw))
      else broken.set(copied(raw), page)
    }
  })
  return [...broken].map(([link, page]) => ({ link, page: relative(folder, page) }))
}
