import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { applyRetention } from '../../../src/server/privacy/retention.ts'
import { rethrow } from '../../../src/server/runtime/on-error.ts'
import { issueNumber } from '../../../src/server/orders/serial-numbers.ts'
import { refundOrderLines } from '../../../src/server/payments/decisions/refund-order-lines.ts'
import { buyer, type Buyer } from '../support/cart.ts'
import { paidOrder } from '../support/desk-orders.ts'
import { advanceClock, ask } from '../support/personas.ts'
import { textOfPdf } from '../support/pdf-text.ts'
import { beginPayu, decide, orderFor, shopWithGateways, postForm } from '../support/payments.ts'

const shop = shopWithGateways()
const invoiceOf = async ({ token: session }: Buyer, token: string, kind = '') => {
  const { statusCode, body } = await shop().app.inject({
    url: `/api/v1/invoice/${token}/${kind}`,
    headers: { authorization: `Token ${session}` },
  })
  return { status: statusCode, body: JSON.parse(body) }
}

async function paid(locale = 'en', place: { country?: string; state?: string } = {}) {
  const one = await buyer(shop(), place)
  const token = await orderFor(shop(), one, 'plan-30')
  await shop().db.query('update orders set locale = $2 where token = $1', [token, locale])
  const key = await beginPayu(shop(), one, token)
  await postForm(shop(), '/api/payment/payu/return', payuAnswer(decide(shop(), 'payu', key, 'paid')))
  return { one, token }
}

/** The words of the PDF as one text, as a reader copies them. */
async function textOf(one: Buyer, token: string): Promise<{ text: string; number: string }> {
  const { body } = await invoiceOf(one, token)
  const { rawPayload } = await shop().app.inject(body.download_path)
  return { text: textOfPdf(rawPayload).join(' '), number: body.number }
}

describe('what an invoice says', () => {
  it('[OR-3] has its number, the firm, the buyer, the line, each tax and the total, always with two decimals', async () => {
    const { one, token } = await paid()
    const { text, number } = await textOf(one, token)
    for (const part of ['Tax invoice', number, '27AAAAA0000A1Z5', 'Asha Joshi', 'India', 'Maharashtra (27)'])
      expect(text).toContain(part)
    for (const part of ['Plan: A month', '₹99.00', 'CGST 9 %', 'SGST 9 %', '₹8.91', '₹116.82'])
      expect(text).toContain(part)
    expect(text).not.toMatch(/IGST|₹\d+(?![\d.,])/)
  })

  it('[OR-3] names one IGST for another state, in Marathi with Marathi figures', async () => {
    const { one, token } = await paid('mr', { country: 'IN', state: 'KA' })
    const { text, number } = await textOf(one, token)
    for (const part of ['कर बीजक', number, 'भारत', '₹९९.००', 'IGST १८ %', '₹१७.८२', '₹११६.८२'])
      expect(text).toContain(part)
    expect(text).not.toContain('CGST')
  })
})

describe('numbers and their days', () => {
  const orderId = async (token: string) =>
    (await shop().db.query<{ id: number }>('select id from orders where token = $1', [token]))[0]?.id ?? 0
  /** Issues a document for an order that has none yet. */
  const issue = async (now: string, kind: 'I' | 'C', whileLocked = async () => undefined as unknown) => {
    const one = await buyer(shop())
    const id = await orderId(await orderFor(shop(), one, 'plan-30'))
    return shop().db.transaction(async (inner) => {
      await issueNumber(inner, new Date(now), id, kind)
      await whileLocked()
      const [row] = await inner.query<{ number: string; issued_at: Date }>(
        'select number, issued_at from invoices where order_id = $1 and kind = $2',
        [id, kind],
      )
      return [row?.number.slice(0, -7), row?.issued_at.toISOString()]
    })
  }

  it.each(['I', 'C'] as const)(
    '[OR-3] a later number of %s is never dated earlier, also of two at once',
    async (kind) => {
      let second: Promise<unknown> | undefined
      const first = await issue('2027-02-01T00:00:01+05:30', kind, async () => {
        // Read its clock before the first one did, and waits for the counter.
        second = issue('2027-01-31T23:59:59+05:30', kind)
        await expect.poll(countBlocked).toBeGreaterThan(0)
      })
      expect([first, await second]).toEqual([
        [`${kind}202627`, '2027-01-31T18:30:01.000Z'],
        [`${kind}202627`, '2027-01-31T18:30:01.000Z'],
      ])
      expect(await issue('2027-02-02T12:00:00Z', kind)).toEqual([`${kind}202627`, '2027-02-02T12:00:00.000Z'])
    },
  )

  it('[OR-3] a document of the old financial year stays in it, also after the first one of the new year', async () => {
    expect(await issue('2028-04-01T00:00:00+05:30', 'I')).toEqual(['I202829', '2028-03-31T18:30:00.000Z'])
    expect(await issue('2028-03-31T23:59:59+05:30', 'I')).toEqual(['I202728', '2028-03-31T18:29:59.000Z'])
  })

  it('[OR-3] a credit note of single lines follows those of whole orders', async () => {
    await issue('2027-03-01T12:00:00Z', 'C')
    const one = await paidOrder(shop(), ['kid-3', 'chhava'])
    const id = await orderId(one.token)
    const [line] = await shop().db.query<{ id: number }>('select id from order_lines where order_id = $1', [id])
    await refundOrderLines(shop().context, id, [line?.id ?? 0], {})
    const [note] = await shop().db.query<{ issued_at: Date }>(
      'select issued_at from line_refunds where order_id = $1',
      [id],
    )
    expect(note?.issued_at.toISOString()).toBe('2027-03-01T12:00:00.000Z')
  })
})

describe('a rate that has changed since', () => {
  it('[OR-3] the invoice names the percent of the day of the order', async () => {
    const { one, token } = await paid('en', { country: 'IN', state: 'KA' })
    await shop().db.query('update orders set gst_rate = 5 where token = $1', [token])
    const { text } = await textOf(one, token)
    expect(text).toContain('IGST 5 %')
    expect(text).not.toContain('18 %')
  })
})

describe('an invoice', () => {
  it.each(['en', 'mr'])('[OR-3] is a PDF behind a signed address, in %s', async (locale) => {
    const { one, token } = await paid(locale)
    const { body } = await invoiceOf(one, token)
    expect(body).toMatchObject({
      status: true,
      number: expect.stringMatching(/^I202627\/\d{6}$/),
      download_path: expect.stringContaining('/media/documents/'),
    })
    const file = await shop().app.inject(body.download_path)
    expect([file.statusCode, file.headers['content-type'], file.rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    expect(file.headers['content-disposition']).toBe(`inline; filename="${body.number.replace('/', '-')}.pdf"`)
    // The name is not signed: one that could leave its place in the header is not taken.
    const renamed = body.download_path.replace(/name=.*/, `name=${encodeURIComponent('x"; filename="virus.exe')}`)
    expect((await shop().app.inject(renamed)).headers['content-disposition']).toBe('inline; filename="document.pdf"')
    expect((await shop().app.inject(body.download_path.split('?')[0])).statusCode).toBe(403)
  })

  it('[RT-2] is a file for an hour only, and the same one is drawn again of its rows', async () => {
    const { one, token } = await paid()
    const { context } = shop()
    for (const times of [1, 2]) {
      const path = (await invoiceOf(one, token)).body.download_path.replace(/^\/media\/|\?.*/g, '')
      expect([times, (await shop().app.inject((await invoiceOf(one, token)).body.download_path)).statusCode]).toEqual([
        times,
        200,
      ])
      advanceClock(shop(), 3_601)
      await applyRetention(context, rethrow)
      expect([times, await context.media.stat(path)]).toEqual([times, undefined])
    }
  })

  it('[OR-3] has one number, and no number is left out, when it is issued again', async () => {
    const { token } = await paid()
    const [order] = await shop().db.query<{ id: number }>('select id from orders where token = $1', [token])
    const numbers = () => shop().db.query('select number from invoices where order_id = $1', [order?.id])
    const counters = () => shop().db.query('select kind, last from invoice_counters order by kind')
    const before = [await numbers(), await counters()]
    await shop().db.transaction((inner) => issueNumber(inner, shop().clock.now, order?.id ?? 0, 'I'))
    expect([await numbers(), await counters()]).toEqual(before)
  })

  it('[OR-3] is only for its buyer, and exists only after the payment', async () => {
    const { token } = await paid()
    expect((await invoiceOf(await buyer(shop()), token)).status).toBe(404)
    const other = await buyer(shop())
    expect((await invoiceOf(other, await orderFor(shop(), other, 'chhava'))).status).toBe(404)
  })

  it('[OR-3] does not change with the profile, and has a credit note only after a refund', async () => {
    const { one, token } = await paid()
    const before = (await invoiceOf(one, token)).body.download_path.split('?')[0]
    await shop().db.query(`update users set state = 'KA', first_name = 'Other' where id = $1`, [one.id])
    expect((await invoiceOf(one, token)).body.download_path.split('?')[0]).toBe(before)
    expect((await invoiceOf(one, token, '?kind=credit')).status).toBe(404)
    expect(
      (await ask(shop(), endpoints.orderDetails, { token }, { token: one.token })).body.data[0].summary.taxes,
    ).toHaveLength(2)
  })
})

/** Transactions that wait for a lock, seen by another connection. */
async function countBlocked(): Promise<number> {
  const [row] = await shop().db.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.count ?? 0
}
