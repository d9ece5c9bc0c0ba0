import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageFacts } from '../build/page-facts.ts'

/** Below the limits of the sitemap protocol (50,000 addresses, 50 MB with alternates). */
const PER_FILE = 20_000

/** Writes the sitemap index, sitemaps with language alternates and last change, and robots.txt. */
export async function writeSitemaps(folder: string, pages: readonly PageFacts[], siteUrl: string): Promise<string[]> {
  const rows = pages.flatMap(({ entry, changed }) =>
    entry ? [`<url>${entry.replace('</loc>', `</loc><lastmod>${changed}</lastmod>`)}</url>`] : [],
  )
  const sorted = rows.toSorted()
  const files: string[] = []
  for (let from = 0; from < sorted.length; from += PER_FILE) {
    const name = `sitemap-${files.length + 1}.xml`
    files.push(name)
    await writeFile(join(folder, name), document('urlset', sorted.slice(from, from + PER_FILE)))
  }
  const index = files.map((name) => `<sitemap><loc>${siteUrl}/${name}</loc></sitemap>`)
  await writeFile(join(folder, 'sitemap.xml'), document('sitemapindex', index))
  await writeFile(join(folder, 'robots.txt'), `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`)
  return [...files, 'sitemap.xml', 'robots.txt']
}

function document(root: 'urlset' | 'sitemapindex', rows: readonly string[]): string {
  const spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${spaces}>\n${rows.join('\n')}\n</${root}>\n`
}
