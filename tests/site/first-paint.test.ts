import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { localized } from '#i18n/paths.ts'
import {
  allPages,
  entryPages,
  gzipBytes,
  LOCALES,
  scriptsOf,
  SITE,
  tags,
  type Locale,
  type Page,
} from './support/site.ts'

/** What stands between the address and the first paint of the pages that visitors enter by. Bytes are compressed by gzip -9. */
const LIMITS = {
  home: { html: 32_300, nodes: 2300 },
  browse: { html: 31_300, nodes: 2310 },
  title: { html: 22_250, nodes: 600 },
  author: { html: 17_850, nodes: 310 },
  faq: { html: 20_850, nodes: 400 },
  kids: { html: 21_200, nodes: 880 },
  plans: { html: 18_400, nodes: 420 },
  family: { html: 25_500, nodes: 1820 },
}
/** English headings; Marathi pages begin with the font of the system. The English home page has a line in Marathi. */
const FONT_BYTES = { en: 16_500, mr: 0 }
const MARATHI_LINE_BYTES = 2_600
const PATHS = { home: '/', browse: '/browse/', faq: '/faq/', kids: '/kids/', plans: '/subscribe/', family: '/family/' }

const pages = allPages()
function find(kind: keyof typeof LIMITS, locale: Locale): Page {
  const base = { title: '/product-details/', author: '/author/' }[kind as string]
  const path = localized(PATHS[kind as keyof typeof PATHS] ?? '', locale)
  const page = base ? entryPages(pages, base, locale)[0] : pages.find((one) => one.path === path)
  if (!page) throw new Error(`there is no page of the kind ${kind} in ${locale}`)
  return page
}
const kinds = Object.keys(LIMITS) as (keyof typeof LIMITS)[]

describe.each(LOCALES)('in %s', (locale) => {
  it.each(kinds)('[SP-1] nothing but the page and its fonts stands before the first paint of %s', (kind) => {
    const page = find(kind, locale)
    const { html } = page
    const links = tags(html, 'link')
    expect(links.filter(({ rel }) => rel === 'stylesheet' || rel === 'modulepreload')).toEqual([])
    expect(tags(html, 'script').filter(({ src }) => src)).toEqual([])
    const scripts = scriptsOf(page)
    expect(scripts.filter((script) => !/^\/_a\/.+\.js$/.test(script))).toEqual([])
    const fonts = links.filter(({ rel, as }) => rel === 'preload' && as === 'font').map(({ href = '' }) => href)
    const bytes = fonts.reduce((sum, href) => sum + readFileSync(join(SITE, href)).length, 0)
    const hasMarathiLine = locale === 'en' && kind === 'home'
    expect(fonts.length).toBe((locale === 'en' ? 1 : 0) + (hasMarathiLine ? 1 : 0))
    expect(bytes).toBeLessThanOrEqual(FONT_BYTES[locale] + (hasMarathiLine ? MARATHI_LINE_BYTES : 0))
    expect(scripts.length).toBeLessThanOrEqual(5)
  })

  it.each(kinds)('[SP-1] %s keeps its bytes and its number of elements', (kind) => {
    const { html } = find(kind, locale)
    const nodes = html.match(/<[a-z][\w-]*/g)?.length ?? 0
    process.stdout.write(`${kind} ${locale}: ${gzipBytes(html)} bytes, ${nodes} elements\n`)
    expect(gzipBytes(html)).toBeLessThanOrEqual(LIMITS[kind].html)
    expect(nodes).toBeLessThanOrEqual(LIMITS[kind].nodes)
  })
})
