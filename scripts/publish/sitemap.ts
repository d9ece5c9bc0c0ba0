import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copied, eachText } from './files.ts'

/** Limit of the sitemap protocol, with room for the alternates in 50 MB. */
const PER_FILE = 20_000
const CANONICAL = /<link rel="canonical" href="([^"]+)"/
const ALTERNATE = /<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g

/** Writes sitemap index, sitemaps with language alternates, and robots.txt. Pages without a canonical address are hidden and left out. */
export async function writeSitemaps(folder: string, pages: readonly string[], siteUrl: string): Promise<void> {
  const found: string[] = []
  await eachText(pages, (html) => void found.push(...entryOf(html)))
  const entries = found.toSorted()
  const files: string[] = []
  for (let from = 0; from < entries.length; from += PER_FILE) {
    const name = `sitemap-${files.length + 1}.xml`
    files.push(name)
    await writeFile(join(folder, name), document('urlset', entries.slice(from, from + PER_FILE)))
  }
  const index = files.map((name) => `<sitemap><loc>${siteUrl}/${name}</loc></sitemap>`)
  await writeFile(join(folder, 'sitemap.xml'), document('sitemapindex', index))
  await writeFile(join(folder, 'robots.txt'), `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`)
}

/** Addresses stand in the HTML escaped, which is right for XML too. */
function entryOf(html: string): string[] {
  const address = html.match(CANONICAL)?.[1]
  if (!address) return []
  const alternates = [...html.matchAll(ALTERNATE)].map(([, language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`)
  return [copied(`<url><loc>${address}</loc>${alternates.join('')}</url>`)]
}

function document(root: 'urlset' | 'sitemapindex', rows: readonly string[]): string {
  const spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${spaces}>\n${rows.join('\n')}\n</${root}>\n`
}
