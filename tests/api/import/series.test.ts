import { join } from 'node:path'
import { expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { exportCatalog } from '../../../src/server/import/export/catalog.ts'
import { importFolder } from '../../../src/server/import/import-source.ts'
import type { CatalogFault } from '../../../src/server/import/source/fault.ts'
import type { TitleChange } from '../../../src/server/import/stored/changes.ts'
import { bareSpeech, tag, textFrame } from '../support/mp3s.ts'
import { ask } from '../support/personas.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { call, idOf, useShop } from '../support/shop.ts'

const shop = useShop()
const { base, folderOf } = useSourceFolders()
let folders = 0

async function bring(files: Record<string, string | Uint8Array>, isDryRun = false) {
  return bringFolder(folderOf(`series-${(folders += 1)}`, files), isDryRun)
}
async function bringFolder(path: string, isDryRun = false) {
  const faults: CatalogFault[] = []
  const changes: TitleChange[] = []
  const result = await importFolder(
    shop().context,
    { path, isDryRun },
    {
      report: (fault) => faults.push(fault),
      reportChange: (change) => changes.push(change),
      progress: () => undefined,
    },
  )
  const refused = faults.filter(({ isWarning, reason }) => !isWarning && reason !== 'pricedSilent')
  return { result, faults, refused, changes }
}
const partsOf = async (key: string) => {
  const reply = await call(shop(), endpoints.seriesProducts, { id: await idOf(shop(), 'series', key) })
  const [series] = reply.series_details
  const names = new Map(reply.series_products.map(({ id, name }) => [id, name]))
  return series?.entries.map(({ product_id, number }) => [names.get(product_id), number])
}
const stored = async (key: string) =>
  (
    await shop().db.query(
      `select s.key as series, p.series_number as number from products p left join series s on s.id = p.series_id where p.key = $1`,
      [key],
    )
  )[0]

it('[RM-5] a table brings titles into a series, which lists them by their numbers', async () => {
  const { refused } = await bring({
    'titles.csv':
      'key,name.en,series.en,series.mr,series_number\n' +
      'tide-3,Third,Tides,भरती,3\ntide-1,First,Tides,भरती,१\ntide-x,Aside,Tides,,\ntide-1b,Between,,भरती,1.5\n',
  })
  expect(refused).toEqual([])
  expect(await partsOf('series/tides')).toEqual([
    ['First', 1],
    ['Between', 1.5],
    ['Third', 3],
    ['Aside', null],
  ])
  const { data } = await call(shop(), endpoints.bulkSeries, {})
  expect(data.find(({ name }) => name === 'Tides')?.custom_translation).toMatchObject({
    en: { name: 'Tides' },
    mr: { name: 'भरती' },
  })
})

it('[RM-5] an export of series that is imported again changes nothing', async () => {
  const folder = join(base, 'exported')
  await exportCatalog(shop().context, { folder })
  const { result, refused, changes } = await bringFolder(folder, true)
  expect([refused, changes]).toEqual([[], []])
  expect(result).toMatchObject({ changed: 0 })
})

it('[RM-5] a column that is absent leaves the series alone, an empty cell takes a title out of it', async () => {
  await bring({ 'titles.csv': 'key,name.en\ntide-3,The third\n' })
  expect(await stored('tide-3')).toEqual({ series: 'series/tides', number: 3 })
  await bring({ 'titles.csv': 'key,series\ntide-3,\n' })
  expect(await stored('tide-3')).toEqual({ series: null, number: null })
  await bring({ 'titles.csv': 'key,series\ntide-3,भरती\n' })
  expect(await stored('tide-3')).toEqual({ series: 'series/tides', number: null })
})

it.each(['-1', '10000', '1.234', 'two', '1-2', 'NaN', '1e3'])(
  '[RM-5] a row whose number in a series is %s is refused, and says why',
  async (number) => {
    const { refused } = await bring({ 'titles.csv': `key,series,series_number\ntide-1,Tides,${number}\n` })
    expect(refused).toMatchObject([{ field: 'seriesNumber', reason: 'seriesNumber', given: number, line: 2 }])
    expect(await stored('tide-1')).toEqual({ series: 'series/tides', number: 1 })
  },
)

it('[RM-5] a number without a series is left out with a word about it', async () => {
  const { refused, faults } = await bring({ 'titles.csv': 'key,name.en,series_number\nlonely,Lonely,2\n' })
  expect(refused).toEqual([])
  expect(faults).toContainEqual(expect.objectContaining({ field: 'seriesNumber', reason: 'noSeries', isWarning: true }))
  expect(await stored('lonely')).toEqual({ series: null, number: null })
})

it('[RM-5] the name of a known series is changed by its own table, and by no row of a title', async () => {
  const nameOf = async () =>
    (await shop().db.query(`select translations from series where key = 'series/tides'`))[0]?.['translations']
  await bring({ 'titles.csv': 'key,series,series.mr\ntide-1,Tides,चुकीचे नाव\n' })
  expect(await nameOf()).toEqual({ en: { name: 'Tides' }, mr: { name: 'भरती' } })
  await bring({ 'series.csv': 'key,name.en\nseries/tides,Tides and Salt\n' })
  expect(await nameOf()).toEqual({ en: { name: 'Tides and Salt' }, mr: { name: 'भरती' } })
})

it('[RM-5] a folder without a table takes the series from the tags of its files', async () => {
  const tags = tag([textFrame('TALB', 'Tagged tale'), textFrame('MVNM', 'Tagged series'), textFrame('MVIN', '2/5')])
  const { refused } = await bring({ 'tale/01.mp3': Buffer.concat([tags, bareSpeech()]) })
  expect(refused).toEqual([])
  expect(await partsOf('series/tagged-series')).toEqual([['Tagged tale', 2]])
})

it('[RM-5] a series without a published title is not there', async () => {
  const id = await idOf(shop(), 'series', 'series/tagged-series')
  await shop().db.query(`update products set status = 'unpublished' where series_id = $1`, [id])
  expect((await ask(shop(), endpoints.seriesProducts, { id })).status).toBe(404)
  const { data } = await call(shop(), endpoints.bulkSeries, {})
  expect(data.map((one) => one.id)).not.toContain(id)
})

it('[RM-5] the search finds the titles of a series by its name in either script', async () => {
  for (const q of ['भरती', 'bharati', 'Tides']) {
    const found = JSON.stringify(await call(shop(), endpoints.search, { q }))
    expect([q, found.includes('"First"'), found.includes('"Between"')]).toEqual([q, true, true])
  }
})
