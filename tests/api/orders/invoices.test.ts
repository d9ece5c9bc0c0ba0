import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { buyer, type Buyer } from '../support/buyers.ts'
import { ask } from '../support/personas.ts'
import { beginPayu, decide, orderFor, payingShop, postForm } from '../support/payments.ts'

const shop = payingShop()
const invoiceOf = async ({ token: session }: Buyer, token: string, kind = '') => {
  const { statusCode, body } = await shop().app.inject({
    url: `/api/v1/invoice/${token}/${kind}`,
    headers: { authorization: `Token ${session}` },
  })
  return { status: statusCode, body: JSON.parse(body) }
}

async function paid(locale = 'en') {
  const one = await buyer(shop())
  const token = await orderFor(shop(), one, 'plan-30')
  await shop().db.query('update orders set locale = $2 where token = $1', [token, locale])
  const key = await beginPayu(shop(), one, token)
  await postForm(shop(), '/api/payment/payu/return', payuAnswer(decide(shop(), 'payu', key, 'paid')))
  return { one, token }
}

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
    expect((await shop().app.inject(body.download_path.split('?')[0])).statusCode).toBe(403)
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
