import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LOCALES } from '#contract/text/locale.ts'
import { storeAll } from '../../../scripts/publish/catalog/store.ts'
import { familyData, familyListData, familyListPaths } from '../../../src/catalog/family.ts'
import type { Catalog } from '../../../src/catalog/source.ts'

const folder = mkdtempSync(join(tmpdir(), 'family-lists-'))
afterAll(() => rmSync(folder, { recursive: true }))

const genre = (id: number, en: string, mr?: string) => ({
  ...{ id, kind: 'genre', name: en, icon_image: null, product_ids: [] },
  custom_translation: { en: { name: en }, ...(mr && { mr: { name: mr } }) },
})
/** In the order of the shop, which is not that of the ids. */
const GENRES = [
  genre(12, 'Self-Help', 'स्वमदत'),
  genre(3, 'Self Help', 'स्वतःची मदत'),
  genre(20, 'self help'),
  genre(21, 'Self Help 12'),
  genre(9, 'Evergreen', 'सदाबहार'),
]

beforeAll(async () => {
  const catalog = {
    ...{ version: '1', titles: [], authors: [] },
    lists: {
      ...{ categories: GENRES, feeds: [], series: [], publicTexts: [], texts: [], banners: [] },
      lists: { evergreen: [], editors: [] },
    },
  } as unknown as Catalog
  await storeAll(folder, catalog, { key: 'k', revision: '1' })
  process.env['SITE_CATALOG'] = folder
})

const pathsOf = async () => (await familyListPaths()).map(({ locale, slug }) => `${locale} ${slug}`)

it('[FA-2] genres with the same slug, or with that of a list, have pages of their own', async () => {
  const paths = await pathsOf()
  expect(new Set(paths).size).toBe(paths.length)
  const { genres } = await familyData('en')
  expect(Object.fromEntries(genres.map(({ name, slug }) => [name, slug]))).toEqual({
    'Self Help': 'self-help',
    'Self-Help': 'self-help-12',
    'self help': 'self-help-20',
    'Self Help 12': 'self-help-12-21',
    Evergreen: 'evergreen-9',
  })
})

it.each(LOCALES)('[FA-2] every link to a genre leads to the page of that genre in %s', async (locale) => {
  const { genres } = await familyData(locale)
  const paths = await pathsOf()
  for (const { name, slug } of genres) {
    expect(paths).toContain(`${locale} ${slug}`)
    expect((await familyListData(slug, locale)).name).toBe(name)
  }
  expect((await familyListData('evergreen', locale)).list).toBe('evergreen')
})
