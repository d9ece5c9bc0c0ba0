import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { storeAll } from '../../../scripts/publish/catalog/store.ts'
import { homeData } from '../../../src/catalog/pages.ts'
import type { Catalog } from '../../../src/catalog/source.ts'

const folder = mkdtempSync(join(tmpdir(), 'home-authors-'))
afterAll(() => rmSync(folder, { recursive: true }))

const author = (id: number) => ({
  ...{ id, name: `Author ${id}`, custom_translation: { en: { name: `Author ${id}` } } },
  ...{ photo: null, profile_image: null, product_ids: [], narrated_ids: [] },
})
const LISTS = ['editors', 'latest', 'featured', 'evergreen', 'popular', 'kidsPopular', 'kidsEditors', 'courses']

it('[HM-2] popular authors whose last title was taken down between two reads of a build are not linked', async () => {
  const lists = {
    ...{ categories: [], menu: [], feeds: [], series: [], publicTexts: [], texts: [], banners: [], options: {} },
    ...{ lists: Object.fromEntries(LISTS.map((name) => [name, []])) },
    popularAuthors: [author(4), author(2), author(3), author(1)],
  }
  const catalog = { version: '1', titles: [], authors: [author(1), author(2)], lists } as unknown as Catalog
  await storeAll(folder, catalog, { key: 'k', revision: '1' })
  process.env['SITE_CATALOG'] = folder
  expect((await homeData('en')).authors.map(({ id }) => id)).toEqual([2, 1])
})
