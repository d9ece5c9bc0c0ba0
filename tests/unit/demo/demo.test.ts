import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create } from 'superstruct'
import { expect, test } from 'vitest'
import { Collections, SHELVES, TitleRow } from '#contract/import/import.ts'
import { demoCollections, demoFolder, demoTitles } from '#demo/catalog.ts'

const fileOf = (path: string) => fileURLToPath(new URL(path, demoFolder))
const ofType = (type: TitleRow['type']) => demoTitles.filter((title) => title.type === type)
const namesOf = (key: string) => {
  const title = demoTitles.find((row) => row.key === key)
  return { en: title?.translations.en?.name, mr: title?.translations.mr?.name }
}
const repeated = (keys: string[]) => keys.filter((key, index) => keys.indexOf(key) !== index)

test('[OP-1] every row is accepted by the import format', () => {
  expect(() => create(demoCollections, Collections)).not.toThrow()
  for (const title of demoTitles) expect(create(title, TitleRow), title.key).toEqual(title)
})

test('[OP-1] keys are unique within each kind of row', () => {
  const { people, categories, plans, faq, testimonials, news, texts, banners, ebooks, notifications } = demoCollections
  for (const rows of [
    demoTitles,
    people,
    categories,
    plans,
    faq,
    testimonials,
    news,
    texts,
    banners,
    ebooks,
    notifications,
  ]) {
    expect(repeated(rows.map((row) => row.key))).toEqual([])
  }
  expect(repeated(demoTitles.flatMap((title) => [...title.tracks, ...title.reviews].map((row) => row.key)))).toEqual([])
})

test('has at least 48 titles over all five types', () => {
  expect(demoTitles.length).toBeGreaterThanOrEqual(48)
  for (const [type, least] of [
    ['audiobook', 13],
    ['kids', 13],
    ['original', 9],
    ['podcast', 7],
    ['languagelab', 6],
  ] as const) {
    expect(ofType(type).length, type).toBeGreaterThanOrEqual(least)
  }
})

test('[SE-3] has the three classics under both names', () => {
  expect(namesOf('dnyaneshwari')).toEqual({ en: 'Dnyaneshwari', mr: 'ज्ञानेश्वरी' })
  expect(namesOf('panchatantra')).toEqual({ en: 'Panchatantra', mr: 'पंचतंत्र' })
  expect(namesOf('tukaram-abhang-gatha')).toEqual({ en: 'Tukaram: Abhang Gatha', mr: 'तुकाराम: अभंगगाथा' })
})

test('refers only to people and categories that exist', () => {
  const people = new Set(demoCollections.people.map((person) => person.key))
  const categories = new Set(demoCollections.categories.map((category) => category.key))
  for (const title of demoTitles) {
    const missing = [...title.authors, ...title.directors, ...title.artists].filter((key) => !people.has(key))
    expect([...missing, ...title.categories.filter((key) => !categories.has(key))], title.key).toEqual([])
    expect(title.authors.length * title.categories.length, title.key).toBeGreaterThan(0)
  }
})

test('uses each category and each person', () => {
  const used = new Set(
    demoTitles.flatMap((title) => [...title.categories, ...title.authors, ...title.directors, ...title.artists]),
  )
  const idle = [...demoCollections.categories, ...demoCollections.people].filter((row) => !used.has(row.key))
  expect(idle.map((row) => row.key)).toEqual([])
})

test('has every picture and recording that it names', () => {
  const { people, banners, news, ebooks } = demoCollections
  const pictures = [
    ...people.map((row) => row.photo),
    ...banners.map((row) => row.image),
    ...news.map((row) => row.image),
  ]
  const sounds = demoTitles.flatMap((title) => [
    title.cover,
    ...title.samples,
    ...title.tracks.map((track) => track.audio),
  ])
  const missing = [...pictures, ...sounds, ...ebooks.map((row) => row.file)].filter(
    (path) => path && !existsSync(fileOf(path)),
  )
  expect(missing).toEqual([])
})

test('fills every shelf with six titles of each type that it shows', () => {
  const groups = [
    ...(['audiobook', 'original', 'podcast', 'kids'] as const).map(ofType),
    demoTitles.filter((title) => title.family),
  ]
  const onShelf = (titles: TitleRow[], shelf: string) =>
    titles.filter((title) => title.shelves.some((shelfEntry) => shelfEntry.shelf === shelf))
  for (const shelf of SHELVES) {
    for (const group of groups)
      expect(onShelf(group, shelf).length, `${shelf} ${group[0]?.type}`).toBeGreaterThanOrEqual(6)
  }
  expect(onShelf(ofType('languagelab'), 'featured').length).toBeGreaterThanOrEqual(6)
})

test('[SH-5] has a few titles in one language only and every kids category in both', () => {
  expect(demoTitles.filter((title) => !title.translations.mr)).toHaveLength(4)
  expect(demoTitles.filter((title) => !title.translations.en)).toHaveLength(4)
  expect(demoCollections.categories.filter((row) => row.kind === 'kids' && !row.translations.mr)).toEqual([])
})

test('[PD-2] has descriptions longer than the read-more limit', () => {
  const long = demoTitles.filter(
    (title) => (title.translations.en?.description ?? '').replace(/<[^>]+>/g, '').length > 1000,
  )
  expect(long.length).toBeGreaterThanOrEqual(2)
})

test('has free titles for every tab and prices that need rounding', () => {
  for (const type of ['audiobook', 'original', 'podcast', 'kids'] as const) {
    expect(ofType(type).filter((title) => title.isFree).length, type).toBeGreaterThanOrEqual(2)
  }
  expect(demoTitles.map((title) => title.priceInr)).toEqual(expect.arrayContaining([5050, 1005, 19900]))
  for (const title of demoTitles) expect(title.priceInr > 0, title.key).toBe(!title.isFree && !title.subscriptionOnly)
})

test('writes Marathi in composed form, in Devanagari and without Latin digits', () => {
  for (const row of [...demoTitles, ...demoCollections.people, ...demoCollections.categories]) {
    const name = row.translations.mr?.name
    if (!name) continue
    expect(name, row.key).toBe(name.normalize('NFC'))
    expect(name, row.key).toMatch(/^[\u0900-\u097f\s:!.,-]+$/u)
  }
})

test('keeps the recordings under 14 MB and the pictures small', () => {
  const sizes = (folder: string) =>
    readdirSync(fileOf(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(`${entry.parentPath}/${entry.name}`).size)
  expect(sizes('audio').reduce((sum, size) => sum + size, 0)).toBeLessThan(14_000_000)
  expect(sizes('covers').reduce((sum, size) => sum + size, 0)).toBeLessThan(3_500_000)
  expect(Math.max(...sizes('covers'), ...sizes('banners'))).toBeLessThanOrEqual(60_000)
})

test('has no unused file', () => {
  const named = demoTitles.flatMap((title) => [...title.samples, ...title.tracks.map((track) => track.audio ?? '')])
  const found = readdirSync(fileOf('audio'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.mp3'),
  )
  expect(found.map((path) => `audio/${path}`).sort()).toEqual(named.sort())
})

test('says in every recording that it is computer speech', () => {
  const samples = demoTitles.map((title) => fileOf(title.samples[0] ?? ''))
  for (const sample of samples)
    expect(readFileSync(sample).subarray(0, 2000).toString('latin1'), sample).toContain('computer speech')
})
