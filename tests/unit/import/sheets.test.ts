import { describe, expect, it } from 'vitest'
import { ROW_SPECS } from '../../../src/server/import/source/columns.ts'
import { createMapper } from '../../../src/server/import/source/map-row.ts'
import { createNames, partsOf, seriesIn } from '../../../src/server/import/source/names.ts'

function map(cells: Record<string, unknown>) {
  const reported: unknown[] = []
  const row = createMapper(ROW_SPECS.titles).map(Object.entries(cells), ({ field, reason }) =>
    reported.push([field, reason]),
  )
  return { ...row, reported }
}

describe('a sheet as publishers write it', () => {
  it('[OP-1] has the usual headers', () => {
    const { translations, values, reported } = map({
      'Name of the Book': 'One',
      'Written by': 'Asha Joshi',
      'Narrator name': 'Vijay Kale',
      'ISBN No.': '9788170000001',
      'Date of Publication': '27/11/2026',
      Genre: 'Comedy / Kids; Rock/Pop',
    })
    expect([translations, reported]).toEqual([{ en: { name: 'One' } }, []])
    expect(values).toEqual({
      authors: ['Asha Joshi'],
      artists: ['Vijay Kale'],
      key: '9788170000001',
      published: '2026-11-27',
      categories: ['Comedy / Kids', 'Rock/Pop'],
    })
  })

  it('[OP-1] has rows without letters, which are left out', () => {
    expect(map({ name: '???????? ?????', price: '99' }).reported).toEqual([['name', 'brokenLetters']])
    for (const name of ['Why???', '??', '१०१ प्रश्न???']) expect(map({ name }).reported).toEqual([])
  })

  it('[OP-1] has several genres in a cell, with a slash between them, unless the shop has that name', () => {
    const names = createNames('genre')
    names.add({ key: 'genre/film', kind: 'genre', translations: { en: { name: 'Film / Theatre' } } })
    const split = (given: string) => partsOf(names, [given], 'genre')
    expect([split('Comedy / Kids'), split('Rock/Pop')]).toEqual([['Comedy', 'Kids'], ['Rock/Pop']])
    expect([split('Film / Theatre'), split('genre/film')]).toEqual([['Film / Theatre'], ['genre/film']])
  })

  it('[OP-1] has the place in a series beside its name, unless the shop has that name', () => {
    const names = createNames('series')
    names.add({ key: 'series/studio', translations: { en: { name: 'Studio #1' } } })
    const read = (series: string) => {
      const { names: given, place } = seriesIn(names, { values: { series }, translations: {}, cleared: new Set() })
      return [given.any, place]
    }
    expect(['Orchard #2', 'बाग # १.५', 'Studio #1', 'Area 51'].map(read)).toEqual([
      ['Orchard', 2],
      ['बाग', 1.5],
      ['Studio #1', undefined],
      ['Area 51', undefined],
    ])
  })
})
