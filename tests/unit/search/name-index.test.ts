import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { INDEX_PARTS } from '#contract/search/index-files.ts'
import { indexPart, readNames, toNameFile, typedParts, type IndexedName } from '#contract/search/name-index.ts'
import { createNameSearch } from '#contract/search/name-search.ts'
import { foldText } from '#contract/listening/sound-key.ts'
import { demoTitles } from '#demo/catalog.ts'
import { absent, hasSets, listed, marathiTitles } from './lists.ts'
import { knownSpellings } from './known-spellings.ts'

const titleOf = (id: number, en: string, mr: string): IndexedName => ({ id, en, mr })
const demo = demoTitles.map(({ translations: { en, mr } }, id) => titleOf(id, en?.name ?? '', mr?.name ?? ''))
const searchIn = (titles: readonly IndexedName[]) => {
  const search = createNameSearch<IndexedName>()
  search.add(titles)
  return search
}
/** Every beginning of a name as it is typed, from two letters on. */
const beginnings = (name: string) => {
  const letters = [...name.slice(0, 50)]
  return [
    ...new Set(
      letters.map((_, at) =>
        letters
          .slice(0, at + 1)
          .join('')
          .trim(),
      ),
    ),
  ].filter((text) => foldText(text).length > 1)
}

describe('the names of the publication', () => {
  it('[SE-3] are found by every beginning, in both scripts', () => {
    const search = searchIn(demo)
    const missed = demo.flatMap((title) =>
      [title.en, title.mr]
        .filter(Boolean)
        .flatMap((name) => beginnings(name).filter((typed) => !search.find(typed, 100).includes(title))),
    )
    expect(missed).toEqual([])
  })

  it.runIf(hasSets)(
    `[SE-3] of ten thousand titles are found by every beginning${absent}`,
    () => {
      const names = [...listed('librivox-titles').map(({ title }) => title), ...marathiTitles()].filter(
        (_, at) => at % 12 === 1,
      )
      const titles = names.map((name, id) => titleOf(id, name, ''))
      const folded = titles.map(({ en }) => foldText(en))
      const search = searchIn(titles)
      const missed = titles.flatMap((title) =>
        beginnings(title.en)
          .filter((typed) => foldText(typed).length > 3)
          .filter((_, at) => at % 4 === 0)
          .filter((typed) => !search.find(typed, 300).some(({ id }) => folded[id] === folded[title.id])),
      )
      expect(missed).toEqual([])
    },
    120_000,
  )

  it('[SE-3] are found in other spellings, at once and without a server', () => {
    const search = searchIn(knownSpellings.map(([name], id) => titleOf(id, '', name)))
    const cases = knownSpellings.flatMap(([name, ...typed]) => typed.map((one) => ({ name, one })))
    const missed = cases.filter(({ name, one }) => !search.find(one, 3).some(({ mr }) => mr === name))
    expect(missed.length / cases.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.03)
  })

  it('[SE-1] lie in the file of the letter that is typed', () => {
    const cases = knownSpellings.flatMap(([name, ...typed]) => typed.map((one) => ({ name, one })))
    const elsewhere = cases.filter(({ name, one }) => !typedParts(one).includes(indexPart(name)))
    expect(elsewhere.length / cases.length, JSON.stringify(elsewhere)).toBeLessThanOrEqual(0.03)
  })

  it('[SE-1] are the same after they were read', () => {
    const file = JSON.parse(JSON.stringify(toNameFile(demo, [{ id: 7, en: 'A', mr: '' }])))
    expect(readNames(file.titles)).toEqual(demo.toReversed())
    expect(readNames(file.authors)).toEqual([{ id: 7, en: 'A', mr: '' }])
  })

  it.runIf(hasSets)(`[SE-1] of ten thousand titles and their authors weigh less than 150 KB${absent}`, () => {
    const rows = listed('librivox-titles')
    const titles = rows.map(({ title }, id) => titleOf(id, title, ''))
    const authors = [...new Set(rows.flatMap(({ authors: some = [] }) => some.map(({ name = '' }) => name)))].map(
      (en, id) => ({ id, en, mr: '' }),
    )
    const bytes = INDEX_PARTS.map((part) => {
      const inPart = (entries: readonly IndexedName[]) => entries.filter(({ en }) => indexPart(en) === part)
      return gzipSync(JSON.stringify(toNameFile(inPart(titles), inPart(authors))), { level: 9 }).length
    })
    const whole = bytes.reduce((sum, size) => sum + size, 0) * (10_000 / titles.length)
    expect(whole).toBeLessThan(150_000)
  })
})
