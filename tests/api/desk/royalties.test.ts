import { beforeAll, describe, expect, it } from 'vitest'
import type { Rate, RoyaltyRow } from '#contract/desk/royalties.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { askDesk, paidOrder, refund, storyOf } from '../support/desk-orders.ts'
import { pollOnce, shopWithGateways } from '../support/payments.ts'
import { enterDesk } from '../support/staff.ts'

const shop = shopWithGateways()
let cookie = ''
let author = 0
let title = 0
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }
const DECEMBER = { from: '2026-12-01', to: '2026-12-31' }

beforeAll(async () => {
  ;({ cookie } = await enterDesk(shop(), 'accounts'))
  const [row] = await shop().db.query<{ person: number; product: number }>(
    `select r.person_id as person, p.id as product from products p join product_people r on r.product_id = p.id and r.role = 'author' where p.key = 'vyakti'`,
  )
  author = row?.person ?? 0
  title = row?.product ?? 0
})

const heard = (day: string, seconds: number) =>
  shop().db.query(
    `insert into listening_days (day, product_id, access, part, seconds) values ($1, $2, 'plan', 0, $3), ($1, $2, 'owned', 0, 999)`,
    [day, title, seconds],
  )
const setRate = (rate: { from: string | null; sale_rate: number; thousand_minutes: number; version: number }) =>
  askDesk(shop(), cookie, endpoints.deskSetRate, { person: author, ...rate })
async function rowsOf(period: { from: string; to: string }): Promise<RoyaltyRow[]> {
  const { rows } = await askDesk(shop(), cookie, endpoints.deskRoyalties, period)
  const ofAuthor = rows.filter(({ person }: RoyaltyRow) => person === author)
  return ofAuthor.toSorted((a: RoyaltyRow, b: RoyaltyRow) => (a.rate_from ?? '').localeCompare(b.rate_from ?? ''))
}
async function ratesOf(): Promise<Rate | undefined> {
  const { data } = await askDesk(shop(), cookie, endpoints.deskRates)
  return (data as Rate[]).find(({ person }) => person === author)
}
/** On a later day; the session of the desk is a new one. */
async function onDay(day: string): Promise<void> {
  shop().clock.now = new Date(`${day}T06:30:00Z`)
  ;({ cookie } = await enterDesk(shop(), 'accounts'))
}
/** What the buyer paid for the title without tax. */
async function priceOf(order: number): Promise<number> {
  const [row] = await shop().db.query<{ net: number }>(
    'select price - discount as net from order_lines where order_id = $1 and product_id = $2',
    [order, title],
  )
  return row?.net ?? 0
}

describe('royalties', () => {
  it('[DK-10] follow the rates, and two people do not overwrite each other', async () => {
    const { id } = await paidOrder(shop(), ['vyakti', 'kid-1'])
    await heard('2026-11-20', 600_000)
    const rate = { from: null, sale_rate: 1_250, thousand_minutes: 25_000, version: 0 }
    expect((await setRate(rate)).code).toBe(200)
    const second = await setRate({ ...rate, sale_rate: 1 })
    expect(second).toMatchObject({ code: 409, fields: { sale_rate: '1250', version: '1' } })
    const net = await priceOf(id)
    expect(net).toBeGreaterThan(0)
    expect(await rowsOf(NOVEMBER)).toMatchObject([
      { rate_from: null, net_sales: net, seconds: 600_000, by_minutes: 250_000 },
    ])
    expect((await rowsOf(NOVEMBER))[0]?.by_sale).toBe(Math.floor((net * 1_250 + 5_000) / 10_000))
  })

  it('[DK-10] of a past month stay when the rates change, and a return is by the rates of its sale', async () => {
    const [before] = await rowsOf(NOVEMBER)
    const sold = await paidOrder(shop(), ['vyakti', 'kid-2'])
    const atOldRate = await rowsOf(NOVEMBER)
    await onDay('2026-12-10')
    const change = { from: '2026-12-10', sale_rate: 5_000, thousand_minutes: 50_000, version: 1 }
    expect((await setRate(change)).data.changes).toEqual([
      { from: '2026-12-10', sale_rate: 5_000, thousand_minutes: 50_000 },
    ])
    expect(await rowsOf(NOVEMBER)).toEqual(atOldRate)
    expect(atOldRate[0]?.net_sales).toBeGreaterThan(before?.net_sales ?? 0)
    // The last day of the old rates and the first of the new ones; a title that was sold in November comes back.
    await heard('2026-12-09', 60_000)
    await heard('2026-12-10', 120_000)
    const { id } = await paidOrder(shop(), ['vyakti', 'kid-3'])
    const story = await storyOf(shop(), cookie, sold.id)
    const line = story.lines.find(({ paid }) => paid > 0)
    expect((await refund(shop(), cookie, sold.id, [line?.id ?? 0])).code).toBe(200)
    await pollOnce(shop())
    const [old, current] = await rowsOf(DECEMBER)
    expect(old).toMatchObject({
      rate_from: null,
      seconds: 60_000,
      by_minutes: 25_000,
      net_sales: -(await priceOf(sold.id)),
    })
    expect(old?.by_sale).toBe(Math.floor((-2 * (await priceOf(sold.id)) * 1_250 + 10_000) / 20_000))
    const net = await priceOf(id)
    expect(current).toMatchObject({ rate_from: '2026-12-10', net_sales: net, seconds: 120_000, by_minutes: 100_000 })
    expect(current?.by_sale).toBe(Math.floor((net * 5_000 + 5_000) / 10_000))
  })

  it('[DK-10] are saved as a table with a line for each rate', async () => {
    const { text } = await askDesk(shop(), cookie, endpoints.deskFiguresCsv, { ...DECEMBER, table: 'royalties' })
    const lines = (text as string).split(/\r?\n/).filter((line) => line.startsWith(`${author},`))
    expect(lines.map((line) => /,INR,[^,]*,([^,]*),([^,]*),/.exec(line)?.slice(1)).toSorted()).toEqual([
      ['', '12.50'],
      ['2026-12-10', '50.00'],
    ])
  })

  it('[DK-10] a change that was entered by mistake is removed, by one of two people', async () => {
    const at = { person: author, version: (await ratesOf())?.version ?? 0 }
    const wrong = { from: '2062-01-01', sale_rate: 9_999, thousand_minutes: 0, version: at.version }
    expect((await setRate(wrong)).code).toBe(200)
    const remove = (version: number) =>
      askDesk(shop(), cookie, endpoints.deskRemoveRate, { person: author, from: '2062-01-01', version })
    expect(await remove(at.version)).toMatchObject({ code: 409 })
    const [first, second] = await Promise.all([remove(at.version + 1), remove(at.version + 1)])
    expect([first.code, second.code].toSorted()).toEqual([200, 409])
    expect((await ratesOf())?.changes?.map(({ from }) => from)).toEqual(['2026-12-10'])
    const notes = await shop().db.query<{ details: object }>(
      `select details from operator_actions where action = 'royalty' order by id desc limit 1`,
    )
    expect(notes[0]?.details).toMatchObject({ removed: '2062-01-01', before: { sale_rate: 9_999 } })
  })

  it('[DK-10] a day that does not exist, and more than all of a sale, are refused', async () => {
    const { version = 0 } = (await ratesOf()) ?? {}
    for (const wrong of [{ from: '2026-02-30' }, { from: 'soon' }, { sale_rate: 10_001 }]) {
      const { code } = await setRate({ from: null, sale_rate: 1, thousand_minutes: 1, version, ...wrong })
      expect([code, (await ratesOf())?.version], JSON.stringify(wrong)).toEqual([400, version])
    }
  })

  it('[DK-10] set on a page of an older release hold from that day on', async () => {
    const version = (await ratesOf())?.version ?? 0
    const body = { person: author, sale_rate: 7_500, thousand_minutes: 0, version }
    expect((await askDesk(shop(), cookie, endpoints.deskSetRate, body)).code).toBe(200)
    const { sale_rate, changes = [] } = (await ratesOf()) ?? {}
    expect([sale_rate, changes.at(-1)?.from, changes.at(-1)?.sale_rate]).toEqual([1_250, '2026-12-10', 7_500])
  })
})
