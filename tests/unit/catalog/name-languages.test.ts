import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { titleView } from '#contract/catalog/views.ts'
import { storeAll } from '../../../scripts/publish/catalog/store.ts'
import { kidsShelfData } from '../../../src/catalog/kids.ts'
import { shellData } from '../../../src/catalog/pages.ts'
import { searchOffers } from '../../../src/catalog/search-offers.ts'
import type { Catalog, Title } from '../../../src/catalog/source.ts'
import { homeShelves } from '../../../src/elements/library/home-shelves.ts'

/** What falls back to English on a Marathi page names its language (WCAG 3.1.2). */
const folder = mkdtempSync(join(tmpdir(), 'name-languages-'))
afterAll(() => rmSync(folder, { recursive: true }))

const names = (en?: string, mr?: string) => ({ ...(en && { en: { name: en } }), ...(mr && { mr: { name: mr } }) })
const shelf = (id: number, kind: string, en?: string, mr?: string) => ({
  ...{ id, kind, name: en ?? mr, custom_translation: names(en, mr), icon_image: null, product_ids: [] },
})
const SHELVES = [shelf(1, 'kids', 'Bedtime', 'झोप'), shelf(2, 'kids', 'Travel'), shelf(3, 'kids', undefined, 'सण')]

beforeAll(async () => {
  const lists = {
    ...{ categories: [...SHELVES, shelf(4, 'languagelab', 'Spoken English')], menu: [], feeds: [], series: [] },
    ...{ publicTexts: [], texts: [], lists: { popular: [] }, options: {} },
  }
  const catalog = { version: '1', titles: [], authors: [], lists } as unknown as Catalog
  await storeAll(folder, catalog, { key: 'k', revision: '1' })
  process.env['SITE_CATALOG'] = folder
})

const langs = (views: readonly { id: number; lang?: string | undefined }[]) => views.map(({ id, lang }) => [id, lang])
const IN_MARATHI = [
  [1, undefined],
  [2, 'en'],
  [3, undefined],
]
const IN_ENGLISH = [
  [1, undefined],
  [2, undefined],
  [3, 'mr'],
]

it('[SH-5] a shelf in the footer names the language of a name that fell back', async () => {
  const { kids, courses } = await shellData('mr')
  expect(langs(kids)).toEqual(IN_MARATHI)
  expect(langs(courses)).toEqual([[4, 'en']])
  expect(langs((await shellData('en')).kids)).toEqual(IN_ENGLISH)
})

it('[SH-5] so do the page of a shelf, the offers of an empty search, and the chips of a title', async () => {
  expect((await kidsShelfData(1, 'mr', 1)).lang).toBeUndefined()
  expect((await kidsShelfData(2, 'mr', 1)).lang).toBe('en')
  expect(langs((await searchOffers('mr')).genres)).toEqual(IN_MARATHI)
  const title = {
    ...{ id: 1, product_audio_type: 'kids', custom_translation: names('A', 'अ'), kid_category: SHELVES },
    ...{ authors: [], directors: [], artists: [], producttracks: [], reviews: [] },
  } as unknown as Title
  expect(langs(titleView(title, 'mr').categories)).toEqual(IN_MARATHI)
})

it('[SH-5] so do titles and tracks on the home of a listener', () => {
  const both = (text: string) => ({ en: text, mr: text })
  const title = { id: 1, course: 0, slug: 'a', cover: '', part: 10 } as const
  const home = {
    ...{ fresh: [], chosen: { en: [], mr: [] } },
    heard: [
      { ...title, name: { en: 'Moon', mr: 'चंद्र' }, note: both('Chapter 1') },
      { ...title, name: both('सूर्य'), note: both('') },
    ],
  }
  const texts = { heard: 'h', fresh: 'f', chosen: 'c', play: 'p', pause: 'p', part: 'p' }
  const html = (locale: 'en' | 'mr') =>
    homeShelves(
      home as unknown as Parameters<typeof homeShelves>[0],
      locale,
      texts as Parameters<typeof homeShelves>[2],
    ).heard
  expect(html('mr').match(/<(?:a|p)[^>]*lang=[^>]*>[^<]*/g)).toEqual(['<p class="author soft" lang="en">Chapter 1'])
  expect(html('en').match(/lang="\w+">[^<]*/g)).toEqual(['lang="mr">सूर्य'])
})
