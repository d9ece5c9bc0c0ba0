import { assert } from 'superstruct'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import { source, title } from '../support/fixture.ts'
import { idOf, useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
let cookie = ''
beforeAll(async () => void ({ cookie } = await enterDesk(shop(), 'editor')))
const at = (row: Parameters<typeof sendAt>[2], input: Record<string, unknown>) => sendAt(shop(), cookie, row, input)
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('what an import brought in large numbers', () => {
  it('[DK-3] a title with thousands of episodes and a full cast opens, and is saved', async () => {
    const tracks = numbers(1_200).map((number) => ({
      key: `long/${number}`,
      translations: { en: { name: `Episode ${number}` } },
      seconds: 9,
    }))
    const people = numbers(60).map((number) => ({
      key: `voice-${number}`,
      translations: { en: { name: `Voice ${number}` } },
    }))
    const row = title(
      'long',
      { en: 'Long' },
      { tracks, artists: people.map(({ key }) => key), institute: 'x'.repeat(400) },
    )
    await importCatalog(shop().context, { collections: { people }, titles: [row], folder: source('').folder })
    const id = await idOf(shop(), 'products', 'long')
    const reply = (await at(endpoints.deskTitle, { id })).json<ReplyOf<typeof endpoints.deskTitle>>()
    // As the browser checks it.
    assert(reply, endpoints.deskTitle.reply)
    expect([reply.title.tracks.length, reply.title.artists.length]).toEqual([1_200, 60])
    const answer = await at(endpoints.deskSaveTitle, {
      id,
      version: reply.version,
      title: { ...reply.title, artists: [] },
    })
    expect(answer.json()).toMatchObject({ status: true })
    expect(await shop().db.query('select 1 from product_people where product_id = $1', [id])).toEqual([])
  })

  it('[DK-11] a list and a shelf of thousands are saved with one row less', async () => {
    const synonyms = numbers(2_000).map((number) => ({ key: `s${number}`, words: [`word${number}`, `other${number}`] }))
    const titles = numbers(300).map((number) =>
      title(
        `many-${number}`,
        { en: `Many ${number}` },
        { tracks: [], shelves: [{ shelf: 'popular', position: number }] },
      ),
    )
    await importCatalog(shop().context, { collections: { synonyms }, titles, folder: source('').folder })
    const list = (await at(endpoints.deskShopList, { list: 'synonyms' })).json<{ version: string; rows: object[] }>()
    expect(list.rows.length).toBeGreaterThanOrEqual(2_000)
    const saved = await at(endpoints.deskShopListSave, {
      list: 'synonyms',
      version: list.version,
      rows: list.rows.slice(1),
    })
    expect([saved.statusCode, saved.json<{ rows: object[] }>().rows.length]).toEqual([200, list.rows.length - 1])
    const shelf = (await at(endpoints.deskShelf, { shelf: 'popular' })).json<ReplyOf<typeof endpoints.deskShelf>>()
    const ids = shelf.titles.map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(300)
    const less = await at(endpoints.deskShelfSave, { shelf: 'popular', version: shelf.version, ids: ids.slice(1) })
    expect([less.statusCode, less.json<ReplyOf<typeof endpoints.deskShelf>>().titles.length]).toEqual([
      200,
      ids.length - 1,
    ])
  })
})
