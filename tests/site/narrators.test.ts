import { expect, it } from 'vitest'
import { allPages, dataOf, entryPages, LOCALES, read, tags } from './support/site.ts'

const pages = allPages()
const byPath = new Map(pages.map((page) => [page.path, page]))
const titlePages = LOCALES.flatMap((locale) => entryPages(pages, '/product-details/', locale))
const voices = titlePages.flatMap((page) => {
  const facts = /<dl>([\s\S]*?)<\/dl>/.exec(page.html)?.[1] ?? ''
  const row = [...facts.matchAll(/<dt>(.*?)<\/dt><dd>([\s\S]*?)<\/dd>/g)].find(([, label]) =>
    ['Voices', 'निवेदक'].includes(label ?? ''),
  )
  return tags(row?.[2] ?? '', 'a').map(({ href = '' }) => ({ page, href }))
})

it('[RM-5] each voice of a title leads to a page in the same language that lists the title', () => {
  expect(voices.length).toBeGreaterThan(20)
  const linksOf = (href: string) =>
    tags(byPath.get(href)?.html ?? '', 'a').map((link) => decodeURIComponent(link['href'] ?? ''))
  const wrong = voices.filter(({ page, href }) => !linksOf(href).includes(page.path))
  expect(wrong.map(({ page, href }) => `${page.path} → ${href}`)).toEqual([])
})

it('[RM-5] the page of a narrator describes a person, names its other language, and is in the sitemap', () => {
  const sitemap = read('sitemap-1.xml')
  const wrong = [...new Set(voices.map(({ href }) => href))].filter((href) => {
    const html = byPath.get(href)?.html ?? ''
    const isPerson = dataOf(html).some((data) => data['@type'] === 'Person')
    const languages = tags(html, 'link').filter(({ rel, hreflang }) => rel === 'alternate' && hreflang).length
    return !isPerson || languages < 2 || !sitemap.includes(`${href}</loc>`)
  })
  expect(wrong).toEqual([])
})
