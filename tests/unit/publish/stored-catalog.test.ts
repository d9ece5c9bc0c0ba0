import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyCatalog } from '../../../scripts/publish/catalog/copy.ts'
import { storeAll, storeUpdate, verifyParts } from '../../../scripts/publish/catalog/store.ts'
import { sourceOf, type Catalog, type Title } from '../../../src/catalog/source.ts'
import { readStored } from '../../../src/catalog/tracking/load.ts'
import { readAhead } from '../../../src/catalog/tracking/stored-parts.ts'
import { detailsFile, detailsOf, detailsReader } from '../../../src/catalog/tracking/title-details.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stored-catalog-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** As much of a title as is stored apart, and some of the rest. */
const title = (id: number, text: string) =>
  ({
    id,
    name: `Title ${id}`,
    custom_translation: { en: { name: `Title ${id}`, description: text }, mr: { name: `शीर्षक ${id}` } },
    authors: [{ id: 1, name: 'A', custom_translation: { en: { name: 'A', description: 'of the author' } } }],
    producttracks: [{ id: id * 10, title: text }],
    last_product_track: null,
    reviews: [{ title: text, score: 4 }],
    related_ids: [id + 1],
  }) as unknown as Title
const catalog = (titles: Title[]) => ({
  ...{ version: '1', titles, authors: [] },
  lists: { feeds: [], publicTexts: [], texts: [], series: [] } as unknown as Catalog['lists'],
})
const store = (titles: Title[]) => storeAll(folder, catalog(titles), { key: 'k', revision: '1' })
/** As a page asks for each of them. */
async function titlesStored(): Promise<Title[]> {
  const { complete, ...stored } = await readStored(folder)
  const { titles } = sourceOf(stored, complete)
  return stored.titles.flatMap(({ id }) => titles.get(id) ?? [])
}
const filesOf = (kind: string) => readdirSync(folder).filter((name) => name.startsWith(kind))

it('[SP-2] a stored catalog is read as it was stored, in the order of ids', async () => {
  const titles = [title(7, 'seven'), title(300, 'another file'), title(2, 'two')]
  await store(titles)
  const stored = await titlesStored()
  expect(stored.map(({ id }) => id)).toEqual([2, 7, 300])
  expect(stored.map((one) => ({ ...one }))).toEqual([titles[2], titles[0], titles[1]])
})

it('[SP-2] lists are read without the tracks, reviews and descriptions of titles', async () => {
  await store([title(3, 'three'), title(400, 'four hundred')])
  const [three, other] = await titlesStored()
  for (const name of filesOf('details-0')) rmSync(join(folder, name))
  expect([three?.name, three?.related_ids, other?.reviews[0]?.title]).toEqual(['Title 3', [4], 'four hundred'])
  expect(() => three?.producttracks).toThrow(/no such file/)
  expect(() => three?.custom_translation['en']?.description).toThrow(/no such file/)
})

it('[SP-2] only a title that a page asks for by its id has details, those of its own id', async () => {
  await store([title(3, 'three'), title(4, 'four')])
  const { complete, ...stored } = await readStored(folder)
  const { titles } = sourceOf(stored, complete)
  const four = titles.get(4)
  expect([...titles.values()].map((listed) => 'reviews' in listed)).toEqual([false, true])
  expect([four, titles.get(4)?.reviews[0]?.title]).toEqual([title(4, 'four'), 'four'])
  expect(titles.get(5)).toBeUndefined()
})

it('[SP-2] an update replaces details, keeps those beside them and drops those of titles that are gone', async () => {
  const before = await store([title(5, 'five'), title(9, 'beside it'), title(600, 'of another file')])
  const rows = [title(5, 'changed')]
  const update = { titles: { ids: [5, 600], rows }, authors: { ids: [], rows: [] } }
  const state = await storeUpdate(folder, before, update, { version: '2', revision: '2' })
  const stored = await titlesStored()
  expect(stored.map(({ id, reviews, producttracks }) => [id, reviews[0]?.title, producttracks[0]?.title])).toEqual([
    ...[[5, 'changed', 'changed']],
    ...[[9, 'beside it', 'beside it']],
  ])
  expect(stored.map((one) => one.custom_translation['en']?.description)).toEqual(['changed', 'beside it'])
  expect([state.titles, filesOf('details-0').length]).toEqual([2, 1])
})

it('[SP-2] files that were read before an update are not read again, those that it replaced are', async () => {
  const before = await store([title(5, 'five'), title(600, 'of another file')])
  await readAhead(folder)
  const rows = [{ ...title(5, 'five'), name: 'Renamed' }]
  const update = { titles: { ids: [5], rows }, authors: { ids: [], rows: [] } }
  await storeUpdate(folder, before, update, { version: '2', revision: '2' })
  for (const name of filesOf('titles-2')) rmSync(join(folder, name))
  expect((await titlesStored()).map(({ name }) => name)).toEqual(['Renamed', 'Title 600'])
  await expect(titlesStored()).rejects.toThrow(/no such file/)
})

it('[SP-2] a damaged file that is read before an update is left to whoever asks for it', async () => {
  await store([title(5, 'five')])
  for (const name of filesOf('titles-')) writeFileSync(join(folder, name), '[]')
  await readAhead(folder)
  await expect(titlesStored()).rejects.toThrow(/the stored catalog is damaged: titles-0/)
  rmSync(join(folder, 'state.json'))
  await expect(readAhead(folder)).resolves.toBeUndefined()
})

it('[SP-2] damaged details are noticed before a build, and by whoever reads them', async () => {
  const state = await store([title(8, 'eight')])
  await expect(verifyParts(folder, state)).resolves.toBeUndefined()
  const [file = ''] = filesOf('details-')
  writeFileSync(join(folder, file), '[]')
  await expect(verifyParts(folder, state)).rejects.toThrow(/details-0\.\w+\.jsonl is damaged/)
  const [eight] = await titlesStored()
  expect(() => eight?.reviews).toThrow(/the stored catalog is damaged: details-0/)
})

it('[SP-2] details of a free title are in its list: the page of free titles opens no file of details', async () => {
  await store([{ ...title(8, 'eight'), is_free: true }, title(9, 'nine')])
  for (const name of filesOf('details-')) rmSync(join(folder, name))
  const [free, paid] = await titlesStored()
  expect([free?.reviews, free?.custom_translation['en']?.description]).toEqual([title(8, 'eight').reviews, 'eight'])
  expect(() => paid?.reviews).toThrow(/no such file/)
})

it('[SP-2] few files of details are in memory at once, however many titles there are', () => {
  const reads: string[] = []
  const fileOf = (file: number) =>
    Buffer.from(detailsFile([detailsOf(title(file, 'एक\nदोन')), detailsOf(title(file + 1_000, 'b'))]))
  const size = fileOf(0).length
  const reader = detailsReader(
    (file) => {
      reads.push(file)
      return fileOf(Number(file))
    },
    8 * size + 200,
  )
  for (let file = 0; file < 80; file += 1)
    for (let page = 0; page < 3; page += 1) {
      expect(reader(String(file), file).reviews[0]?.title).toBe('एक\nदोन')
      expect(reader(String(file), file + 1_000).descriptions['en']).toBe('b')
    }
  expect(reads).toHaveLength(80)
  // The first ones are read again.
  expect(reader('0', 0).producttracks[0]?.title).toBe('एक\nदोन')
  expect(reads).toHaveLength(81)
  expect(() => reader('0', 1)).toThrow('title 1 has no details')
})

it('[SP-2] [DK-3] a catalog is copied whole while rebuilds replace its files', async () => {
  let state = await store([title(5, 'first'), title(300, 'another file'), title(600, 'a third')])
  let isOver = false
  const rebuilds = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const update = { titles: { ids: [5], rows: [title(5, `turn ${turn}`)] }, authors: { ids: [], rows: [] } }
      state = await storeUpdate(folder, state, update, { version: `${turn}`, revision: `${turn}` })
    }
  })()
  for (let copies = 0; copies < 20; copies += 1) {
    const copy = mkdtempSync(join(tmpdir(), 'copied-catalog-'))
    const copied = await copyCatalog(folder, join(copy, 'catalog'))
    await expect(verifyParts(join(copy, 'catalog'), copied)).resolves.toBeUndefined()
    rmSync(copy, { recursive: true })
  }
  isOver = true
  await rebuilds
})
