import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#client/call.ts'
import type { Product } from '#contract/catalog/catalog.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import type { CatalogSeries, SeriesRef } from '#contract/catalog/series.ts'
import { count } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { messages } from '../../src/server/runtime/messages.ts'
import { localized, titlePath } from '#i18n/paths.ts'
import {
  ADDRESS,
  allPages,
  dataOf,
  entryPages,
  LOCALES,
  read,
  scriptsOf,
  tags,
  unescapeHtml,
  type Page,
} from './support/site.ts'

type Title = Product & { series?: SeriesRef | null | undefined }
const pages = allPages()
const { siteUrl } = JSON.parse(read('manifest.json')) as { siteUrl: string }
const titles = new Map<number, Title>()
let all: CatalogSeries[] = []

beforeAll(async () => {
  const call = createClient({ base: ADDRESS })
  const [some, series] = [
    await call(endpoints.bulkProducts, { after: 0, limit: 500 }),
    await call(endpoints.bulkSeries, {}),
  ]
  if (!some.ok || !series.ok) throw new Error('the API does not give its catalog')
  for (const title of some.value.data) titles.set(title.id, title)
  all = series.value.data
})

const pageAt = (path: string): Page => {
  const found = pages.find((page) => page.path === decodeURIComponent(path))
  if (!found) throw new Error(`there is no page ${path}`)
  return found
}
const pageOf = ({ id }: CatalogSeries, locale: Locale) =>
  entryPages(pages, '/series/', locale).find(({ path }) => path.startsWith(localized(`/series/${id}/`, locale)))
const absolute = (path: string) => siteUrl + path
const linksIn = (html: string) => tags(html, 'a').map(({ href = '' }) => href)
/** The rows of the facts of a title: label, text and links. */
const rowsOf = (html: string) =>
  new Map(
    [...html.matchAll(/<dt>(.*?)<\/dt>\s*<dd>([\s\S]*?)<\/dd>/g)].map(([, label = '', value = '']) => [
      label,
      {
        text: unescapeHtml(value.replace(/<[^>]+>/g, ''))
          .replace(/\s+/g, ' ')
          .trim(),
        links: linksIn(value),
      },
    ]),
  )

describe.each(LOCALES)('in %s', (locale) => {
  const t = messages(locale, 'catalog')
  /** Each series of the catalog with its titles that have a page in this language. */
  const shown = () =>
    all.map((series) => ({
      series,
      page: pageOf(series, locale),
      parts: series.entries.flatMap(({ product_id, number }) => {
        const title = titles.get(product_id)
        return title?.custom_translation[locale] ? [{ number, title, path: titlePath(locale, title) }] : []
      }),
    }))

  it('[RM-5] the catalog has two series of three titles, each with a page', () => {
    expect(shown().filter(({ page, parts }) => page && parts.length >= 3).length).toBeGreaterThanOrEqual(2)
  })

  it('[RM-5] the page of a series lists its titles in their order, with their numbers', () => {
    for (const { page, parts } of shown()) {
      const list = /<ol role="list" class="grid">([\s\S]*?)<\/ol>/.exec(page?.html ?? '')?.[1] ?? ''
      const items = list.split(/<li>/).slice(1)
      expect(items.map((item) => linksIn(item)[0])).toEqual(parts.map(({ path }) => path))
      const numbers = items.map((item) => unescapeHtml(/<p class="soft">(.*?)<\/p>/.exec(item)?.[1] ?? ''))
      expect(numbers).toEqual(
        parts.map(({ number }) => (number === null ? '' : t('series.part', { number: count(number, locale) }))),
      )
    }
  })

  it('[RM-5] the page of a series describes a series of books, names its other language, and is in the sitemap', () => {
    const sitemap = read('sitemap-1.xml')
    for (const { page, parts, series } of shown()) {
      if (!page) throw new Error(`${series.name} has no page`)
      const [data] = dataOf(page.html)
      expect(data).toMatchObject({
        '@type': 'CreativeWorkSeries' === data?.['@type'] ? 'CreativeWorkSeries' : 'BookSeries',
        name: series.custom_translation[locale]?.name,
        url: absolute(page.path),
        hasPart: parts.map(({ title, number, path }) => ({
          name: title.custom_translation[locale]?.name,
          url: absolute(path),
          ...(number !== null && { position: number }),
        })),
      })
      const types = new Set(parts.map(({ title }) => title.product_audio_type))
      const isBooks = [...types].every((type) => type === 'audiobook' || type === 'kids')
      expect(data?.['@type']).toBe(isBooks ? 'BookSeries' : 'CreativeWorkSeries')
      const languages = tags(page.html, 'link').filter(({ rel, hreflang }) => rel === 'alternate' && hreflang)
      expect(languages.map(({ hreflang }) => hreflang)).toEqual(expect.arrayContaining(['en', 'mr']))
      expect(sitemap).toContain(`${absolute(page.path)}</loc>`)
      expect(page.html).toContain('<nav class="crumbs')
    }
  })

  it('[RM-5] a title names its series and its place, and leads to the one before and the one after', () => {
    for (const { series, page, parts } of shown())
      for (const [at, { path, number }] of parts.entries()) {
        const { html } = pageAt(path)
        const rows = rowsOf(html)
        const name = series.custom_translation[locale]?.name ?? ''
        const place = number === null ? '' : `, ${t('series.place', { number: count(number, locale) })}`
        expect(rows.get(t('series.name')), path).toEqual({ text: `${name}${place}`, links: [page?.path] })
        expect(rows.get(t('series.previous'))?.links ?? [], path).toEqual(
          parts.slice(Math.max(0, at - 1), at).map((one) => one.path),
        )
        expect(rows.get(t('series.next'))?.links ?? [], path).toEqual(
          parts.slice(at + 1, at + 2).map((one) => one.path),
        )
        const work = dataOf(html).find((data) => 'isPartOf' in data)
        expect(work?.['isPartOf'], path).toMatchObject({ name, url: absolute(page?.path ?? '') })
        expect(work?.['position'], path).toBe(number ?? undefined)
      }
  })

  it('[RM-5] a title without a series has no line of one, and no page loads a script for it', () => {
    const pagesOf = (isIn: boolean) =>
      [...titles.values()]
        .filter(
          (title) => title.custom_translation[locale] && Boolean(title.series) === isIn && !title.recurring_product,
        )
        .map((title) => pageAt(titlePath(locale, title)))
    const without = pagesOf(false)
    expect(without.filter(({ html }) => rowsOf(html).has(t('series.name')))).toEqual([])
    const scripts = new Set(without.flatMap((page) => scriptsOf(page)))
    expect(pagesOf(true).flatMap((page) => scriptsOf(page).filter((one) => !scripts.has(one)))).toEqual([])
  })
})
