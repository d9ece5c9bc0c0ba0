import type { Facts, PageFacts } from '../build/page-facts.ts'

/** Far below the limits of the sitemap protocol (50,000 addresses, 50 MB with alternates): a change writes a few small files again, not all. */
const PER_FILE = 1_000

/** `isSame`: the publication before has the same file. */
export type SiteFile = { name: string; isSame: boolean; text: () => string }

/**
 * The sitemap index, sitemaps with language alternates and last change, and robots.txt. `before`: the facts of the publication whose pages
 * most of these are, as the same objects.
 */
export function sitemaps({ strings, pages }: Facts, siteUrl: string, before?: Facts): SiteFile[] {
  const known = before ? partsOf(before) : []
  const maps = partsOf({ strings, pages }).map((part, index) => ({
    name: `sitemap-${index + 1}.xml`,
    isSame: part.length === known[index]?.length && part.every((page, at) => page === known[index]?.[at]),
    text: () =>
      document(
        'urlset',
        part.map((page) => rowOf(page, strings)),
      ),
  }))
  const index = maps.map(({ name }) => `<sitemap><loc>${siteUrl}/${name}</loc></sitemap>`)
  const robots = `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`
  return [
    ...maps,
    { name: 'sitemap.xml', isSame: false, text: () => document('sitemapindex', index) },
    { name: 'robots.txt', isSame: false, text: () => robots },
  ]
}

/** Pages of each sitemap, in the order of their addresses. Hidden pages have none and are not listed. */
function partsOf({ pages }: Facts): PageFacts[][] {
  const byAddress = new Map(Object.values(pages).map((page) => [page.address, page]))
  byAddress.delete('')
  const sorted = [...byAddress.keys()].toSorted().flatMap((address) => byAddress.get(address) ?? [])
  const parts: PageFacts[][] = []
  for (let from = 0; from < sorted.length; from += PER_FILE) parts.push(sorted.slice(from, from + PER_FILE))
  return parts
}

/** Addresses are escaped in the HTML, which is valid XML too. */
function rowOf({ address, changed, alternates }: PageFacts, strings: readonly string[]): string {
  const links = alternates.map((index) => alternateLinks(strings[index] ?? '')).join('')
  return `<url><loc>${address}</loc><lastmod>${changed}</lastmod>${links}</url>`
}

const alternateLinks = (pairs: string): string =>
  pairs.replace(/(\S+) (\S+) ?/g, '<xhtml:link rel="alternate" hreflang="$1" href="$2"/>')

function document(root: 'urlset' | 'sitemapindex', rows: readonly string[]): string {
  const spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${spaces}>\n${rows.join('\n')}\n</${root}>\n`
}
