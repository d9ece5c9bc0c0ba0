import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Locale } from '#contract/text/locale.ts'
import { storeAll } from '../../../scripts/publish/catalog/store.ts'
import { freeData, freePaths } from '../../../src/catalog/free.ts'
import type { Catalog } from '../../../src/catalog/source.ts'

const folder = mkdtempSync(join(tmpdir(), 'free-'))
afterAll(() => rmSync(folder, { recursive: true }))

const title = (id: number, type: string, hasMarathi: boolean) => ({
  ...{ id, product_slug: `title-${id}`, product_audio_type: type, is_free: true, published: '2026-01-01' },
  custom_translation: { en: { name: `Title ${id}` }, ...(hasMarathi && { mr: { name: `शीर्षक ${id}` } }) },
  ...{ authors: [], artists: [], directors: [], category: [], kid_category: [], languagelab_category: [] },
  ...{ producttracks: [], last_product_track: null, reviews: [], related_ids: [], productsampletracks: [] },
})
const FREE = 110
const PODCASTS = 50

beforeAll(async () => {
  const titles = [
    ...Array.from({ length: FREE }, (_, index) => title(index + 1, 'audiobook', index < 10)),
    ...Array.from({ length: PODCASTS }, (_, index) => title(1000 + index, 'podcast', true)),
  ]
  const lists = { categories: [], feeds: [], series: [], publicTexts: [], texts: [] }
  const catalog = { version: '1', titles, authors: [], lists } as unknown as Catalog
  await storeAll(folder, catalog, { key: 'k', revision: '1' })
  process.env['SITE_CATALOG'] = folder
})

const pagesIn = async (locale: Locale) =>
  (await freePaths()).flatMap((path) => (path.locale === locale ? path.page : []))

it('[TF-1] a tab counts all of its free titles, not those of a page', async () => {
  const { groups } = await freeData('en', 1)
  expect(groups.map(({ total }) => total)).toEqual([FREE, 0, PODCASTS, 0])
})

it('[TF-1] every free title is on one of the pages, and a page has the tabs that go on there', async () => {
  expect(await pagesIn('en')).toEqual([1, 2, 3])
  expect(await pagesIn('mr')).toEqual([1, 2])
  const ids = new Set<number>()
  const tabs = []
  for (const page of await pagesIn('en')) {
    const { groups } = await freeData('en', page)
    tabs.push(groups.map(({ type }) => type))
    for (const { titles } of groups) for (const { title: free } of titles) ids.add(free.id)
  }
  expect(ids.size).toBe(FREE + PODCASTS)
  expect(tabs.slice(1)).toEqual([['audiobook', 'podcast'], ['audiobook']])
})

it('[TF-1] [SH-1] a page names another language only where that has it too', async () => {
  const locales = await Promise.all([1, 2, 3].map(async (page) => (await freeData('en', page)).locales))
  expect(locales).toEqual([['en', 'mr'], ['en', 'mr'], ['en']])
})
