import type { Facts } from '../build/page-facts.ts'

/** Far below the limits of the sitemap protocol (50,000 addresses, 50 MB with alternates): a change compresses one file again, not all. */
const PER_FILE = 5_000

/** The sitemap index, sitemaps with language alternates and last change, and robots.txt, by file. */
export function sitemaps({ strings, pages }: Facts, siteUrl: string): Map<string, string> {
  // Addresses are escaped in the HTML, which is valid XML too. Hidden pages have none and are not listed.
  const rows = Object.values(pages).flatMap(({ address, changed, alternates }) => {
    const links = alternates.map((index) => alternateLinks(strings[index] ?? '')).join('')
    return address ? [`<url><loc>${address}</loc><lastmod>${changed}</lastmod>${links}</url>`] : []
  })
  const sorted = rows.toSorted()
  const files = new Map<string, string>()
  for (let from = 0; from < sorted.length; from += PER_FILE)
    files.set(`sitemap-${files.size + 1}.xml`, document('urlset', sorted.slice(from, from + PER_FILE)))
  const index = [...files.keys()].map((name) => `<sitemap><loc>${siteUrl}/${name}</loc></sitemap>`)
  files.set('sitemap.xml', document('sitemapindex', index))
  files.set('robots.txt', `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`)
  return files
}

const alternateLinks = (pairs: string): string =>
  pairs.replace(/(\S+) (\S+) ?/g, '<xhtml:link rel="alternate" hreflang="$1" href="$2"/>')

function document(root: 'urlset' | 'sitemapindex', rows: readonly string[]): string {
  const spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${spaces}>\n${rows.join('\n')}\n</${root}>\n`
}
