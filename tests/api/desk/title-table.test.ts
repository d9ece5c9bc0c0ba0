import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { idOf, useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
type Preview = ReplyOf<typeof endpoints.deskChangeTable>
let cookie = ''
let ids: number[] = []
beforeAll(async () => {
  ;({ cookie } = await enterDesk(shop(), 'editor'))
  ids = await Promise.all(['chhava', 'tukaram', 'serial'].map((key) => idOf(shop(), 'products', key)))
})
const send = async (cells: object[], more: object = { apply: false, version: null }) =>
  (await sendAt(shop(), cookie, endpoints.deskChangeTable, { cells, ...more })).json<Preview & { fault?: string }>()
const prices = async () =>
  (
    await shop().db.query<{ price_inr: number }>('select price_inr from products where id = any($1) order by id', [ids])
  ).map(({ price_inr: price }) => price)

describe('many titles at once', () => {
  it('[DK-4] are previewed, changed together, and undone together', async () => {
    const before = await prices()
    const cells = ids.map((id, at) => ({ id, column: 'priceInr', text: ['₹1,299', '१९९.५०', 'Rs 99/-'][at] }))
    const preview = await send(cells)
    expect(preview.changes.map(({ after }) => after)).toEqual(['1299.00', '199.50', '99.00'])
    expect([preview.faults, preview.change, await prices()]).toEqual([[], null, before])
    const { change } = await send(cells, { apply: true, version: preview.version })
    expect((await prices()).toSorted((a, b) => a - b)).toEqual([9_900, 19_950, 129_900])
    expect((await sendAt(shop(), cookie, endpoints.deskUndo, { id: change })).statusCode).toBe(200)
    expect(await prices()).toEqual(before)
  })

  it('[DK-4] with a faulty cell change nothing, and the cell is named', async () => {
    const before = await prices()
    const cells = [
      { id: ids[0], column: 'priceInr', text: '500' },
      { id: ids[1], column: 'priceInr', text: 'cheap' },
      { id: ids[2], column: 'priceInr', text: '1,49' },
      { id: ids[1], column: 'published', text: 'someday' },
      { id: ids[0], column: 'nameMr', text: '' },
      { id: 999_999, column: 'priceUsd', text: '1' },
    ]
    const { faults, version } = await send(cells)
    expect(faults).toEqual([
      { id: ids[1], column: 'priceInr', fault: 'money' },
      { id: ids[2], column: 'priceInr', fault: 'decimalComma' },
      { id: ids[1], column: 'published', fault: 'date' },
      { id: ids[0], column: 'nameMr', fault: 'required' },
      { id: 999_999, column: 'priceUsd', fault: 'notFound' },
    ])
    expect((await send(cells, { apply: true, version })).fault).toBe('faultyCells')
    expect(await prices()).toEqual(before)
  })

  it('[DK-12] that somebody changed after the preview are not overwritten', async () => {
    const cells = [{ id: ids[0], column: 'nameEn', text: 'The Lion Cub' }]
    const { version } = await send(cells)
    await send([{ id: ids[0], column: 'priceUsd', text: '$7' }], {
      apply: true,
      version: (await send([{ id: ids[0], column: 'priceUsd', text: '$7' }])).version,
    })
    expect((await send(cells, { apply: true, version })).fault).toBe('changedMeanwhile')
    expect((await send(cells, { apply: true, version: (await send(cells)).version })).changes).toHaveLength(1)
    expect((await send(cells)).changes).toEqual([])
    const logged = await shop().db.query<{ details: { prices: object } }>(
      `select details from operator_actions where action = 'change titles' order by id desc limit 2`,
    )
    const [names, price] = logged.map(({ details }) => details.prices)
    expect([names, Object.values(price ?? {})]).toEqual([{}, [{ priceUsd: { from: expect.any(Number), to: 700 } }]])
  })
})
