import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Banner } from '#contract/catalog/catalog.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { storeAll } from '../../../scripts/publish/catalog/store.ts'
import { shownBanners } from '../../../src/components/banners/shown-banners.ts'
import type { Catalog } from '../../../src/catalog/source.ts'

const folder = mkdtempSync(join(tmpdir(), 'banner-links-'))
afterAll(() => rmSync(folder, { recursive: true }))

const names = (en: string, mr?: string) => ({ en: { name: en }, ...(mr && { mr: { name: mr } }) })
const title = (id: number, type: string, mr?: string) => ({
  ...{ id, product_slug: `title-${id}`, product_audio_type: type, custom_translation: names(`Title ${id}`, mr) },
  ...{ authors: [], producttracks: [], last_product_track: null, reviews: [], related_ids: [] },
})
const author = (id: number, mr?: string) => ({
  ...{ id, name: `Writer ${id}`, custom_translation: names(`Writer ${id}`, mr), product_ids: [1], narrated_ids: [] },
})
const shelf = (id: number, kind: string, en: string, mr?: string) => ({
  ...{ id, kind, name: en, custom_translation: names(en, mr), icon_image: null },
  product_ids: Array.from({ length: 100 }, () => 1),
})

beforeAll(async () => {
  const catalog = {
    version: '1',
    titles: [title(1, 'audiobook', 'एक'), title(2, 'languagelab', 'दोन'), title(3, 'podcast')],
    authors: [author(5, 'लेखक'), author(6)],
    lists: {
      categories: [
        shelf(7, 'kids', 'Bedtime', 'झोप'),
        shelf(8, 'genre', 'Poetry', 'कविता'),
        shelf(9, 'genre', 'Business'),
      ],
      feeds: [{ product_id: 3 }],
      series: [{ id: 4, name: 'Old', custom_translation: names('New Name', 'नवे'), entries: [] }],
      publicTexts: [{ product_id: 1, texts: [{ track_id: 1, locale: 'en', cues: [] }] }],
      texts: [],
    },
  } as unknown as Catalog
  await storeAll(folder, catalog, { key: 'k', revision: '1' })
  process.env['SITE_CATALOG'] = folder
})

const shownIn = (hrefs: readonly string[], locale: Locale) =>
  shownBanners(
    hrefs.map((href, id) => ({ id, href }) as unknown as Banner),
    locale,
  )
const linksOf = async (href: string) =>
  Promise.all(LOCALES.map(async (locale) => (await shownIn([href], locale))[0]?.href))

it.each([
  ['/', '/', '/mr/'],
  ['/mr', '/', '/mr/'],
  ['/browse?genre=3', '/browse/?genre=3', '/mr/browse/?genre=3'],
  ['/mr/kids/', '/kids/', '/mr/kids/'],
  ['/search/चंद्र', '/search/%E0%A4%9A%E0%A4%82%E0%A4%A6%E0%A5%8D%E0%A4%B0/', undefined],
  ['/leaflets/listeners-en.pdf', '/leaflets/listeners-en.pdf', '/leaflets/listeners-en.pdf'],
  ['/mr/leaflets/listeners-mr.pdf', '/leaflets/listeners-mr.pdf', '/leaflets/listeners-mr.pdf'],
  ['/media/news/1.webp', '/media/news/1.webp', '/media/news/1.webp'],
  ['/product-details/1/old-name/?track=3', '/product-details/1/title-1/?track=3', undefined],
  ['/product-details/1', '/product-details/1/title-1/', undefined],
  ['/product-details/2/-/', '/audio-course-product-details/2/title-2/', undefined],
  // Without a Marathi name the Marathi page leads to the English one.
  ['/product-details/3/title-3', '/product-details/3/title-3/', undefined],
  ['/author/5/x', '/author/5/writer-5/', undefined],
  ['/series/4/old/', '/series/4/new-name/', undefined],
  ['/category-details/7/', '/category-details/7/bedtime/', undefined],
  ['/category-details/7/bedtime/page/2', '/category-details/7/bedtime/page/2/', undefined],
  ['/category-details/7/bedtime/page/99', '/category-details/7/bedtime/', undefined],
  ['/family-category-details/poetry', '/family-category-details/poetry/', undefined],
  ['/mr/family-category-details/editors_pick', '/family-category-details/editors_pick/', undefined],
  ['/read/1/title-1/', '/read/1/title-1/', undefined],
])('[HM-4] a banner that names %s leads to its page in each language', async (href, en, mr = `/mr${en}`) => {
  expect(await linksOf(href)).toEqual([en, mr])
})

it.each([
  ['/author/6/writer-6/', '/author/6/writer-6/'],
  ['/family-category-details/business/', '/family-category-details/business/'],
  ['/podcast-feed/3.xml', '/podcast-feed/3.xml'],
])('[HM-4] [SH-5] a banner that names %s, which Marathi does not have, is shown in English alone', async (href, en) => {
  expect(await linksOf(href)).toEqual([en, undefined])
})

it.each([
  '/gone',
  '/leaflets/gone.pdf',
  '/leaflets/',
  '/../../etc/passwd.txt',
  '/product-details/99/gone/',
  '/product-details/',
  '/category-details/8/poetry/',
  '/family-category-details/gone/',
  '/podcast-feed/1.xml',
  '/50%',
  '/a%00.pdf',
  '//elsewhere.example/',
])('[SP-2] a banner that names %s, which leads nowhere, is left out, and those beside it stay', async (href) => {
  for (const locale of LOCALES)
    expect((await shownIn(['/kids', href, '/faq'], locale)).map(({ id }) => id)).toEqual([0, 2])
})
