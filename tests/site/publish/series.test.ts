import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { differencesOf } from '../../../scripts/publish/build/differences.ts'
import { useOwnShop } from '../support/own-shop.ts'

const own = useOwnShop()
const { change, current, rebuild } = own

type Digests = Record<string, { digest: string }>
const digests = (): Digests => JSON.parse(readFileSync(join(current(), 'digests.json'), 'utf8')) as Digests

/** Paths of the pages that a change renews. */
async function renewedBy(statement: string): Promise<string[]> {
  const before = digests()
  await change(statement)
  const { code, error } = await rebuild()
  expect([code, error]).toEqual([0, []])
  const after = digests()
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...paths].filter((path) => before[path]?.digest !== after[path]?.digest).toSorted()
}

const idOf = async (table: string, key: string) =>
  (await own.shop().context.db.query<{ id: number }>(`select id from ${table} where key = $1`, [key]))[0]?.id
/** The pages of titles and series in both languages; a title without a name in one has none there. */
async function pagesOf(titles: string[], series: string[]): Promise<RegExp[]> {
  const ids = await Promise.all(titles.map((key) => idOf('products', key)))
  const listed = await Promise.all(series.map((key) => idOf('series', key)))
  return [
    ...ids.map((id) => new RegExp(`^(?:/mr)?/product-details/${id}/`)),
    ...listed.map((id) => new RegExp(`^(?:/mr)?/series/${id}/`)),
  ]
}
/** Pages that were renewed and should not be, and those that should be and were not. */
async function wrongAfter(statement: string, titles: string[], series: string[]): Promise<unknown[]> {
  const renewed = await renewedBy(statement)
  const wanted = await pagesOf(titles, series)
  return [
    ...renewed.filter((path) => !wanted.some((one) => one.test(path))),
    ...wanted.filter((one) => !renewed.some((path) => one.test(path))),
  ]
}
const moveTo = (series: string, numbers: Record<string, number>) =>
  `update products set series_id = (select id from series where key = '${series}'), series_number = case key
    ${Object.entries(numbers)
      .map(([key, number]) => `when '${key}' then ${number}`)
      .join(' ')} end where key in (${Object.keys(numbers)
      .map((key) => `'${key}'`)
      .join(', ')})`

describe('a rebuild after a change of a series', () => {
  it('[RM-5] begins with two series of three and one titles', async () => {
    await change(
      `insert into series (key, slug, name, translations) values
        ('saints', 'saints', 'Saints', '{"en":{"name":"Saints"},"mr":{"name":"संतमाला"}}'),
        ('others', 'others', 'Others', '{"en":{"name":"Others"},"mr":{"name":"इतर"}}')`,
    )
    await change(moveTo('saints', { dnyaneshwari: 1, tukaram: 2, 'kid-5': 3 }))
    await change(moveTo('others', { 'kid-6': 1 }))
    expect((await rebuild()).code).toBe(0)
    expect(Object.keys(digests()).filter((path) => /\/series\/\d/.test(path))).toHaveLength(4)
  })

  it('[RM-5] renews the series and the pages of its titles when it is renamed, and no other page', async () => {
    expect(
      await wrongAfter(
        `update series set translations = '{"en":{"name":"Voices of saints"},"mr":{"name":"संतांची वाणी"}}' where key = 'saints'`,
        ['dnyaneshwari', 'tukaram', 'kid-5'],
        ['saints'],
      ),
    ).toEqual([])
  })

  it('[RM-5] renews both series, the title that moved and the titles beside it, and no other page', async () => {
    expect(
      await wrongAfter(
        moveTo('others', { tukaram: 2 }),
        ['dnyaneshwari', 'tukaram', 'kid-5', 'kid-6'],
        ['saints', 'others'],
      ),
    ).toEqual([])
  })

  it('[RM-5] renews the neighbour of a title that is renamed, and no title further away', async () => {
    await change(moveTo('saints', { tukaram: 2 }))
    expect((await rebuild()).code).toBe(0)
    const renewed = await renewedBy(
      `update products set translations = jsonb_set(translations, '{en,name}', '"The first book"') where key = 'dnyaneshwari'`,
    )
    const [near, far] = [await idOf('products', 'tukaram'), await idOf('products', 'kid-5')]
    expect(renewed.some((path) => path.startsWith(`/product-details/${near}/`))).toBe(true)
    expect(renewed.filter((path) => path.includes(`/product-details/${far}/`))).toEqual([])
  })

  it('[RM-5] takes the page of a series away with its last title', async () => {
    const others = await idOf('series', 'others')
    await change(`update products set series_id = null, series_number = null where key in ('kid-6')`)
    const renewed = await renewedBy('select 1')
    expect(renewed.filter((path) => path.includes(`/series/${others}/`))).toHaveLength(2)
    expect(Object.keys(digests()).filter((path) => path.includes(`/series/${others}/`))).toEqual([])
  })

  it('[RM-5] has the bytes of a full build after all of them', async () => {
    expect((await own.buildWhole()).code).toBe(0)
    expect(await differencesOf(current(), current(own.whole))).toEqual([])
  })
})
