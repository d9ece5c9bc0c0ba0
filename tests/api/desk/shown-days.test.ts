import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { showDue } from '../../../src/server/import/shown-by-day.ts'
import { advanceClock } from '../support/personas.ts'
import { call, useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
type Row = Record<string, unknown>
type List = { version: string; rows: Row[] }

/** With a new session each time: days pass between the calls. */
async function ask(row: Endpoint, input: Row) {
  const { cookie } = await enterDesk(shop(), 'editor')
  return sendAt(shop(), cookie, row, input)
}
const read = async (list: string) => (await ask(endpoints.deskShopList, { list })).json<List>()
/** Saves the only row of the list with these days. */
async function save(list: 'banners' | 'news', days: { from?: string; until?: string }) {
  const { version, rows } = await read(list)
  const { from: _from, until: _until, ...row } = rows[0] ?? {}
  return ask(endpoints.deskShopListSave, { list, version, rows: [{ ...row, ...days }] })
}
async function shown(list: 'banners' | 'news'): Promise<number> {
  if (list === 'banners') return (await call(shop(), endpoints.banners, {})).data.length
  return (await call(shop(), endpoints.news, { limit: 20 })).media_news.length
}
const revision = async () => (await shop().db.query('select revision from catalog_version'))[0]?.['revision']
const DAY = 24 * 3_600

// The clock of the test begins on 21 November 2026, 11:30 in India.
describe.each(['banners', 'news'] as const)('%s with days', (list) => {
  it('[DK-11] come on their first day and go after their last, in India, and the pages follow', async () => {
    const start = shop().clock.now
    expect(await shown(list)).toBe(1)
    expect((await save(list, { from: '2026-11-22', until: '2026-11-23' })).statusCode).toBe(200)
    expect([await shown(list), await showDue(shop().context)]).toEqual([0, 0])
    // 23:30 of the 21st, and half past midnight of the 22nd.
    advanceClock(shop(), DAY / 2)
    expect([await showDue(shop().context), await shown(list)]).toEqual([0, 0])
    const before = await revision()
    advanceClock(shop(), 3_600)
    const counts = await Promise.all([showDue(shop().context), showDue(shop().context)])
    expect([counts.toSorted(), await shown(list)]).toEqual([[0, 1], 1])
    expect(await revision()).not.toEqual(before)
    advanceClock(shop(), DAY)
    expect([await showDue(shop().context), await shown(list)]).toEqual([0, 1])
    advanceClock(shop(), DAY)
    expect([await showDue(shop().context), await shown(list)]).toEqual([1, 0])
    // It stays in the list of the desk, and comes back with another day.
    expect((await read(list)).rows).toMatchObject([{ from: '2026-11-22', until: '2026-11-23' }])
    expect((await save(list, {})).statusCode).toBe(200)
    expect([await shown(list), (await read(list)).rows[0]?.['until']]).toEqual([1, undefined])
    shop().clock.now = start
  })

  it.each([
    [{ from: '2026-12-02', until: '2026-12-01' }, 'until', 'dayOrder'],
    [{ from: '2026-02-30' }, 'from', 'date'],
  ])('[DK-11] are refused at the field of a wrong day: %o', async (days, field, fault) => {
    const answer = await save(list, days)
    expect(answer.json()).toMatchObject({ fault: 'badInput', fields: { [`rows.0.${field}`]: fault } })
  })
})
