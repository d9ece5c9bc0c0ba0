import { beforeAll, describe, expect, it } from 'vitest'
import type { TitleEdit } from '#contract/desk/titles/title-edit.ts'
import type { EditedName } from '#contract/desk/catalog/names.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { coverOf, withDrawnCover } from '../support/drawn-cover.ts'
import { call, idOf, useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
type Editing = ReplyOf<typeof endpoints.deskTitle>
type Changes = { changes: { id: number; action: string }[] }
let cookie = ''
beforeAll(async () => void ({ cookie } = await enterDesk(shop(), 'editor')))

const at = (row: Parameters<typeof sendAt>[2], input: Record<string, unknown> = {}) =>
  sendAt(shop(), cookie, row, input)
const read = async (key: string) =>
  (await at(endpoints.deskTitle, { id: await idOf(shop(), 'products', key) })).json<Editing>()
const save = async (key: string, change: Partial<TitleEdit>) => {
  const { id, version, title } = await read(key)
  return at(endpoints.deskSaveTitle, { id, version, title: { ...title, ...change } })
}
const add = async (names: { en?: string; mr?: string }) =>
  (await at(endpoints.deskAddChoice, { of: 'series', ...names })).json<{ choice: { key: string } }>().choice.key
const lastChange = async () => (await at(endpoints.deskChanges)).json<Changes>().changes[0]
const undo = async (id = 0) => (await at(endpoints.deskUndo, { id })).statusCode
const seriesKeys = async () =>
  (await shop().db.query<{ key: string }>('select key from series order by id')).map(({ key }) => key)

describe('a series at the desk', () => {
  it('[RM-5] is made on the spot, found in either script, and has the titles that join it', async () => {
    const key = await add({ mr: 'संतवाणी' })
    const { choices } = (await at(endpoints.deskChoices, { of: 'series', q: 'santavani' })).json()
    expect(choices).toEqual([{ key, names: { mr: 'संतवाणी' } }])
    expect((await save('tukaram', { series: key, seriesNumber: 2 })).statusCode).toBe(200)
    expect((await save('dnyaneshwari', { series: key, seriesNumber: 1.5 })).statusCode).toBe(200)
    const { title, series } = await read('tukaram')
    expect([title.series, title.seriesNumber, series]).toEqual([key, 2, [{ key, names: { mr: 'संतवाणी' } }]])
    const { series_products } = await call(shop(), endpoints.seriesProducts, { id: await idOf(shop(), 'series', key) })
    const ids = [await idOf(shop(), 'products', 'dnyaneshwari'), await idOf(shop(), 'products', 'tukaram')]
    expect(series_products.map(({ id }) => id)).toEqual(ids)
  })

  it('[RM-5] is one series when two people add it at the same time', async () => {
    const before = await seriesKeys()
    const keys = await Promise.all(['Two Hands', 'two hands', 'Two Hands'].map((en) => add({ en })))
    expect(new Set(keys).size).toBe(1)
    expect(await seriesKeys()).toEqual([...before, keys[0]])
    const [one = ''] = keys
    const saves = await Promise.all(['vyakti', 'chhava'].map((title) => save(title, { series: one })))
    expect(saves.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  it.each([[-1], [10_000], [1.234], ['two'], [1e308]])(
    '[RM-5] takes no title at place %s, and names the field',
    async (seriesNumber) => {
      const before = (await read('tukaram')).title.seriesNumber
      const refused = await save('tukaram', { seriesNumber: seriesNumber as number })
      expect(refused.statusCode).toBe(400)
      expect(JSON.stringify(refused.json())).toContain('seriesNumber')
      expect((await read('tukaram')).title.seriesNumber).toBe(before)
    },
  )

  it('[RM-5] that is no longer there is refused at its field', async () => {
    expect((await save('tukaram', { series: 'gone' })).json()).toMatchObject({ fields: { series: 'unknown' } })
  })

  it('[RM-5] is left, taken back by an undo, and stays where an older page does not name it', async () => {
    const { title } = await read('tukaram')
    expect((await save('tukaram', { series: null, seriesNumber: null })).statusCode).toBe(200)
    expect((await read('tukaram')).title).toMatchObject({ series: null, seriesNumber: null })
    expect(await undo((await lastChange())?.id)).toBe(200)
    expect((await read('tukaram')).title).toEqual(title)
    const { series: _series, seriesNumber: _number, ...older } = title
    const { id, version } = await read('tukaram')
    await at(endpoints.deskSaveTitle, { id, version, title: { ...older, priceInr: 5_000 } })
    expect((await read('tukaram')).title).toEqual({ ...title, priceInr: 5_000 })
  })

  it('[RM-5] that was added by mistake goes again, one that a title names stays', async () => {
    const key = await add({ en: 'By mistake' })
    const change = await lastChange()
    expect(change?.action).toBe('add series')
    expect([await undo(change?.id), (await seriesKeys()).includes(key)]).toEqual([200, false])
    const named = await add({ en: 'Named' })
    const later = await lastChange()
    await save('vyakti', { series: named })
    expect([await undo(later?.id), (await seriesKeys()).includes(named)]).toEqual([409, true])
  })

  it('[RM-5] that is renamed changes its titles, who finds them, and the log', async () => {
    const [key = ''] = await seriesKeys()
    const id = await idOf(shop(), 'series', key)
    const ids = [await idOf(shop(), 'products', 'tukaram'), await idOf(shop(), 'products', 'dnyaneshwari')]
    const { revision: since } = await call(shop(), endpoints.bulkChanges, { wait: 0 })
    const { name } = (await at(endpoints.deskName, { of: 'series', key })).json<{ name: EditedName }>()
    const { photo_address: _shown, ...rest } = name
    const translations = { ...name.translations, en: { name: 'Quillfeather' } }
    expect((await at(endpoints.deskSaveName, { of: 'series', ...rest, translations })).statusCode).toBe(200)
    const changes = await call(shop(), endpoints.bulkChanges, { since, wait: 0 })
    expect(changes.is_complete).toBe(true)
    expect(changes.titles).toEqual(expect.arrayContaining(ids))
    const { data } = await call(shop(), endpoints.bulkSeries, {})
    expect(data.find((one) => one.id === id)?.custom_translation).toMatchObject({ en: { name: 'Quillfeather' } })
    const found = JSON.stringify(await call(shop(), endpoints.search, { q: 'quillfeather' }))
    expect(ids.filter((one) => found.includes(`"id":${one},`))).toEqual(ids)
    const listed = (await at(endpoints.deskNames, { of: 'series', q: 'quill' })).json()
    expect(listed.data).toMatchObject([{ key, titles: 2 }])
    const [line] = await shop().db.query<{ target: string }>(
      `select target from operator_actions where action = 'save series' order by id desc limit 1`,
    )
    expect(line?.target).toBe(key)
  })

  it('[RM-5] that is renamed, and gets its name back, leaves the covers that the shop drew', async () => {
    const [key = ''] = await seriesKeys()
    const drawn = await withDrawnCover(shop(), 'tukaram')
    expect(drawn).toMatch(/^covers\/drawn/)
    const { name } = (await at(endpoints.deskName, { of: 'series', key })).json<{ name: EditedName }>()
    const { photo_address: _shown, ...rest } = name
    const translations = { ...name.translations, en: { name: 'Moonfeather' } }
    expect((await at(endpoints.deskSaveName, { of: 'series', ...rest, translations })).statusCode).toBe(200)
    expect(await coverOf(shop(), 'tukaram')).toBe(drawn)
    expect(await undo((await lastChange())?.id)).toBe(200)
    expect(await coverOf(shop(), 'tukaram')).toBe(drawn)
  })

  it('[RM-5] changes with what leaves it: both series and the titles beside it are read again', async () => {
    const [key = ''] = await seriesKeys()
    const other = await add({ en: 'Another' })
    const [moved, stays] = [await idOf(shop(), 'products', 'tukaram'), await idOf(shop(), 'products', 'dnyaneshwari')]
    const { revision: since } = await call(shop(), endpoints.bulkChanges, { wait: 0 })
    await save('tukaram', { series: other, seriesNumber: 1 })
    const { titles } = await call(shop(), endpoints.bulkChanges, { since, wait: 0 })
    expect(titles).toEqual(expect.arrayContaining([moved, stays]))
    const { data } = await call(shop(), endpoints.bulkSeries, {})
    const idsIn = async (one: string) => {
      const id = await idOf(shop(), 'series', one)
      return data.find((series) => series.id === id)?.entries.map(({ product_id }) => product_id)
    }
    expect([await idsIn(key), await idsIn(other)]).toEqual([[stays], [moved]])
  })
})

describe('an imported table of series', () => {
  it('[RM-5] [DK-12] is taken back as a whole', async () => {
    const table = (version?: string) => ({
      ...{ table: 'series', format: 'csv' },
      content: Buffer.from('key,name.en\nfrom-table,From a table\n').toString('base64'),
      ...(version !== undefined && { version }),
    })
    const { version } = (await at(endpoints.deskImport, table())).json<{ version: string }>()
    const { change } = (await at(endpoints.deskImport, table(version))).json<{ change: number }>()
    expect(await seriesKeys()).toContain('from-table')
    expect(await undo(change)).toBe(200)
    expect(await seriesKeys()).not.toContain('from-table')
  })
})
