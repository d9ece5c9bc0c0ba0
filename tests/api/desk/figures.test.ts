import { decimalText } from '#contract/money/money.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { SALES_BY, type SalesRow } from '#contract/desk/figures.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { splitEvenly } from '../../../src/server/desk/figures/authors.ts'
import { csvText } from '../../../src/server/desk/figures/csv.ts'
import { roundedShare } from '../../../src/server/desk/figures/royalties.ts'
import { askDesk, paidOrder, refund, storyOf } from '../support/desk-orders.ts'
import { pollOnce, shopWithGateways } from '../support/payments.ts'
import { advanceClock } from '../support/personas.ts'
import { enterDesk } from '../support/staff.ts'

const shop = shopWithGateways()
let cookie = ''
const period = { from: '2026-11-01', to: '2026-11-30' }
const net = (rows: Pick<SalesRow, 'sold' | 'returned'>[]) => rows.reduce((sum, row) => sum + row.sold - row.returned, 0)
const firstLine = async (id: number) => (await storyOf(shop(), cookie, id)).lines[0]?.id ?? 0

beforeAll(async () => {
  ;({ cookie } = await enterDesk(shop(), 'accounts'))
  await paidOrder(shop(), ['vyakti', 'kid-1'])
  await paidOrder(shop(), ['plan-30'], { state: 'KA' })
  const part = await paidOrder(shop(), ['kid-2', 'kid-3', 'vyakti'])
  await refund(shop(), cookie, part.id, [await firstLine(part.id)])
  const whole = await paidOrder(shop(), ['kid-4', 'kid-5'], { state: 'GJ' })
  await refund(shop(), cookie, whole.id, [await firstLine(whole.id)])
  await refund(shop(), cookie, whole.id)
  await pollOnce(shop())
})

/** What stayed, from the orders themselves and by no document. */
async function stayed(): Promise<number> {
  const [row] = await shop().db.query<{ sum: number }>(
    `select coalesce(sum(o.total - (select coalesce(sum(l.price - l.discount + l.cgst + l.sgst + l.igst), 0) from order_lines l
       where l.order_id = o.id and l.line_refund_id is not null)), 0) as sum from orders o where o.status = 'paid' and o.currency = 'INR'`,
  )
  return row?.sum ?? 0
}

describe('figures at the desk', () => {
  it.each(SALES_BY)('[DK-10] sales by %s add up to what stayed of the orders, to the paisa', async (by) => {
    const { totals, rows } = await askDesk(shop(), cookie, endpoints.deskSales, { ...period, by })
    expect([net(rows), net(totals)]).toEqual([await stayed(), await stayed()])
    expect(totals[0].taxable + totals[0].tax).toBe(await stayed())
    expect(await stayed()).toBeGreaterThan(0)
  })

  it('[DK-10] GST of a month agrees with the orders, by place, by SAC and with its credit notes', async () => {
    const { data } = await askDesk(shop(), cookie, endpoints.deskGst, { month: '2026-11' })
    const value = (rows: { taxable: number; igst: number; cgst: number; sgst: number }[]) =>
      rows.reduce((sum, { taxable, igst, cgst, sgst }) => sum + taxable + igst + cgst + sgst, 0)
    expect([value(data.supplies), value(data.sacs)]).toEqual([await stayed(), await stayed()])
    const [back] = await shop().db.query<{ sum: number }>(
      'select (select sum(amount) from line_refunds) + (select sum(amount) from refunds) as sum',
    )
    expect(data.notes.reduce((all: number, note: { value: number }) => all + note.value, 0)).toBe(back?.sum)
    const places = data.supplies.map(({ place }: { place: string }) => place)
    expect(places).toEqual(expect.arrayContaining(['27-Maharashtra', '29-Karnataka']))
    expect(data.series.map(({ count }: { count: number }) => count)).toEqual([4, 3])
    const { text } = await askDesk(shop(), cookie, endpoints.deskFiguresCsv, { ...period, table: 'gst-b2cs' })
    expect(text.startsWith('\ufeffType,Place Of Supply,Rate,')).toBe(true)
  })

  it('[DK-10] of credit notes the file for GSTR-1 has those abroad alone: in India they are taken off the supplies', async () => {
    const file = async () => {
      const { text } = await askDesk(shop(), cookie, endpoints.deskFiguresCsv, { ...period, table: 'gst-cdnur' })
      return text.trim().split(/\r?\n/).slice(1)
    }
    expect(await file()).toEqual([])
    const { id } = await paidOrder(shop(), ['kid-7', 'kid-8'])
    await refund(shop(), cookie, id, [await firstLine(id)])
    await shop().db.query(
      `update orders set country = 'US', currency = 'USD', total = total - cgst - sgst, cgst = 0, sgst = 0 where id = $1`,
      [id],
    )
    const [line = '', ...more] = await file()
    expect(line).toMatch(/^EXPWOP,C202627\/\d{6},.*,C,96-Other Countries,.*,USD$/)
    expect(more).toEqual([])
  })

  it('[DK-10] GST of a month is by the rate of each order, not by that of today', async () => {
    const { id } = await paidOrder(shop(), ['kid-6'], { state: 'KA' })
    await shop().db.query('update orders set gst_rate = 5 where id = $1', [id])
    const { data } = await askDesk(shop(), cookie, endpoints.deskGst, { month: '2026-11' })
    const rates = (rows: { rate: number }[]) => [...new Set(rows.map(({ rate }) => rate))].toSorted()
    expect([rates(data.supplies), rates(data.sacs)]).toEqual([
      [18, 5],
      [18, 5],
    ])
    await shop().db.query('update orders set gst_rate = 18 where id = $1', [id])
  })

  it('[DK-10] an invoice that cannot be drawn cuts the zip off, and the shop goes on', async () => {
    const url = '/api/desk/figures/invoices/?month=2026-11'
    const { stat } = shop().context.media
    shop().context.media.stat = () => Promise.reject(new Error('the store does not answer'))
    const failed = await shop()
      .app.inject({ url, headers: { cookie } })
      .catch((error: unknown) => error)
    shop().context.media.stat = stat
    expect(failed).toBeInstanceOf(Error)
    expect((await shop().app.inject({ url, headers: { cookie } })).statusCode).toBe(200)
  })

  it('[DK-10] invoices of a month come as a zip of one PDF each, after the second factor', async () => {
    const url = '/api/desk/figures/invoices/?month=2026-11'
    const response = await shop().app.inject({ url, headers: { cookie } })
    const zip = response.rawPayload.toString('latin1')
    expect([response.statusCode, response.headers['content-type'], zip.slice(0, 2)]).toEqual([
      200,
      'application/zip',
      'PK',
    ])
    const { count } = await askDesk(shop(), cookie, endpoints.deskInvoiceCount, { month: '2026-11' })
    expect(zip.match(/%PDF-/g)).toHaveLength(count)
    expect(zip).toContain('I202627-000001.pdf')
    advanceClock(shop(), 11 * 60)
    expect((await shop().app.inject({ url, headers: { cookie } })).json()).toMatchObject({ fault: 'stepUp' })
  })

  it('[DK-10] an order at half past twelve at night in India is of that day', async () => {
    shop().clock.now = new Date('2026-11-29T19:00:00Z')
    ;({ cookie } = await enterDesk(shop(), 'accounts'))
    await paidOrder(shop(), ['kid-6'])
    const day = { from: '2026-11-30', to: '2026-11-30', by: 'day' }
    expect((await askDesk(shop(), cookie, endpoints.deskSales, day))['rows']).toMatchObject([
      { key: '2026-11-30', count: 1 },
    ])
    const turned = { ...day, from: '2026-12-01' }
    expect(await askDesk(shop(), cookie, endpoints.deskSales, turned)).toMatchObject({ fault: 'period' })
  })

  it('[DK-10] shares add up, halves round up, and a spreadsheet runs no cell', () => {
    for (const amount of [0, 1, 7, 100, -1, -7]) {
      const parts = splitEvenly(amount, 3)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThan(2)
    }
    expect([roundedShare(5, 1, 10), roundedShare(4, 1, 10), roundedShare(-5, 1, 10)]).toEqual([1, 0, 0])
    expect([decimalText(-5), decimalText(123_456), decimalText(7)]).toEqual(['-0.05', '1234.56', '0.07'])
    const text = csvText({ columns: ['a'], rows: [['=1+1'], ['@x'], ['-12.50'], ['-x'], ['a,b']] })
    expect(text.split('\r\n')).toEqual(['\ufeffa', "'=1+1", "'@x", '-12.50', "'-x", '"a,b"', ''])
  })
})
