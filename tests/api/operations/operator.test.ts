import { describe, expect, it } from 'vitest'
import { addUndelivered, emptyQueues } from '../support/jobs.ts'
import { manage } from '../../../scripts/manage/run.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { buyer, fillCart } from '../support/cart.ts'
import { sentTo } from '../support/personas.ts'
import {
  beginPayu,
  counts,
  decide,
  details,
  order,
  orderFor,
  shopWithGateways,
  postForm,
  pollOnce,
} from '../support/payments.ts'

const shop = shopWithGateways()
const run = (...args: string[]) => manage(args, async () => ({ context: shop().context, close: async () => undefined }))
const json = async (...args: string[]) => JSON.parse(await run(...args, '--json'))

async function paid(came = '234.82') {
  const one = await buyer(shop())
  const token = await orderFor(shop(), one, 'chhava')
  const key = await beginPayu(shop(), one, token)
  const payment = Object.assign(decide(shop(), 'payu', key, 'paid'), { amount: came })
  await postForm(shop(), '/api/payment/payu/return', payuAnswer(payment))
  return { one, token, key, payment }
}

describe('the operator and orders', () => {
  it('[OR-3] finds an order by token and by number, with its payments and invoices', async () => {
    const { one, token, key } = await paid()
    const file = await json('orders', 'show', token)
    expect(file).toMatchObject({
      token,
      status: 'paid',
      email: one.email,
      total: '234.82 INR',
      lines: ['छावा'],
      refunds: [],
      decisions: [],
    })
    expect([file.payments, file.documents]).toEqual([
      [expect.stringMatching(new RegExp(`^payu ${key} paid `))],
      [expect.stringMatching(/^I202627\//)],
    ])
    expect(await json('orders', 'show', String(file.id))).toEqual(file)
    expect((await json('orders', 'list')).rows[0]).toMatchObject({ id: file.id, token, total: '234.82 INR' })
    const found = await Promise.all(
      [one.email, String(file.id), token, key, file.documents[0]].map((text) => json('orders', 'find', text)),
    )
    expect(found.map(({ rows }) => rows.map((row: { token: string }) => row.token))).toEqual(found.map(() => [token]))
    expect((await json('orders', 'find', '%')).total).toBe(0)
    await expect(run('orders', 'show', 'nothing')).rejects.toThrow('There is no order nothing.')
  })

  it('[OR-3] finds an order whose token looks like an option', async () => {
    const { token } = await paid()
    const odd = `-${token.slice(1)}`
    await shop().db.query('update orders set token = $2 where token = $1', [token, odd])
    expect(await json('orders', 'show', odd)).toMatchObject({ token: odd, status: 'paid' })
  })

  it('[PY-2] refunds an order once: its grants are revoked, a credit note is issued, the buyer gets a mail', async () => {
    const { one, token, payment } = await paid()
    expect(await run('orders', 'refund', token)).toMatch(/^234\.82 INR of order \d+ is refunded$/)
    await expect(run('orders', 'refund', token)).rejects.toThrow('is running already')
    expect(await counts(shop(), token)).toMatchObject({ status: 'paid', refunds: 1 })
    await pollOnce(shop())
    expect([payment.state, await counts(shop(), token)]).toEqual([
      'refunded',
      { grants: 0, invoices: 1, refunds: 1, status: 'refunded' },
    ])
    expect((await json('orders', 'show', token)).documents).toEqual([
      expect.stringMatching(/^I/),
      expect.stringMatching(/^C202627\//),
    ])
    expect((await sentTo(shop(), one.email)).filter(({ subject }) => subject.includes('on its way back'))).toHaveLength(
      1,
    )
    await expect(run('orders', 'refund', token)).rejects.toThrow('no payment to refund')
  })

  it('[PY-2] attack case 19: accepts a held payment for its order, or refunds what was received', async () => {
    const [released, gone] = [await paid('233.82'), await paid('233.82')]
    const heldPayments = await json('orders', 'held')
    expect(heldPayments.rows.map((row: { token: string }) => row.token)).toEqual([gone.token, released.token])
    expect(await run('orders', 'release', released.token)).toMatch(/^233\.82 INR of order \d+ is accepted$/)
    expect(await counts(shop(), released.token)).toEqual({ grants: 1, invoices: 1, refunds: 0, status: 'paid' })
    await expect(run('orders', 'release', released.token)).rejects.toThrow('no held payment')
    await run('orders', 'refund', gone.token)
    await pollOnce(shop())
    expect([gone.payment.state, (await details(shop(), gone.one, gone.token)).payment]).toEqual([
      'refunded',
      'refunded',
    ])
    expect((await sentTo(shop(), gone.one.email)).at(-1)?.body).toContain('₹233.82')
    expect((await json('orders', 'held')).rows).toEqual([])
  })

  it('[PY-2] never accepts a payment that is being refunded, nor refunds one that was accepted meanwhile', async () => {
    const { token } = await paid('233.82')
    await run('orders', 'refund', token)
    expect((await json('orders', 'held')).rows).toEqual([])
    await expect(run('orders', 'release', token)).rejects.toThrow('is running already')
    await pollOnce(shop())
    expect(await counts(shop(), token)).toEqual({ grants: 0, invoices: 0, refunds: 1, status: 'failed' })
    const other = await paid('233.82')
    const { payments } = shop().context
    const { payu } = payments
    if (!payu) throw new Error('no PayU')
    const fetchStatus: typeof payu.fetchStatus = async (query) => {
      shop().context.payments = payments
      await run('orders', 'release', other.token)
      return payu.fetchStatus(query)
    }
    shop().context.payments = { ...payments, payu: { ...payu, fetchStatus } }
    await expect(run('orders', 'refund', other.token)).rejects.toThrow('no payment to refund')
    expect(await counts(shop(), other.token)).toEqual({ grants: 1, invoices: 1, refunds: 0, status: 'paid' })
  })

  it('[PY-2] refunds the held payment of an order that another payment paid', async () => {
    const one = await buyer(shop())
    const token = await orderFor(shop(), one, 'chhava')
    const keys = [await beginPayu(shop(), one, token), await beginPayu(shop(), one, token)]
    const [odd, good] = keys.map((key, at) =>
      Object.assign(decide(shop(), 'payu', key, 'paid'), { amount: at === 0 ? '233.82' : '234.82' }),
    )
    if (!odd || !good) throw new Error('no payments')
    for (const payment of [odd, good]) await postForm(shop(), '/api/payment/payu/return', payuAnswer(payment))
    expect(await run('orders', 'refund', token)).toMatch(/^233\.82 INR of order \d+ is refunded$/)
    await pollOnce(shop())
    expect([odd.state, good.state, await counts(shop(), token)]).toEqual([
      'refunded',
      'paid',
      { grants: 1, invoices: 1, refunds: 1, status: 'paid' },
    ])
  })

  it('[PY-2] logs each decision and its author', async () => {
    const { token } = await paid('233.82')
    const { id } = await json('orders', 'show', token)
    await run('orders', 'release', token)
    const [{ details: actionDetails, ...action }] = (await json('audit', 'list')).rows
    expect([action, JSON.parse(actionDetails)]).toEqual([
      {
        id: expect.any(Number),
        done_at: shop().clock.now.toISOString(),
        who: expect.stringMatching(/ at the command line$/),
        action: 'release',
        target: `order ${id}`,
      },
      { attempt: expect.any(Number), asked: 23_482, came: 23_382, currency: 'INR' },
    ])
    expect((await json('orders', 'show', token)).decisions).toEqual([expect.stringMatching(/^release 2026-11-21/)])
    expect(await run('orders', 'show', token)).toMatch(/\ndecisions +release 2026/)
  })

  it('[PY-2] accepts no payment that the gateway does not confirm, and refunds no free order', async () => {
    const { token, payment } = await paid('233.82')
    payment.state = 'failed'
    await expect(run('orders', 'release', token)).rejects.toThrow('The gateway does not confirm a payment')
    await expect(run('orders', 'refund', token)).rejects.toThrow('The gateway does not confirm')
    const one = await buyer(shop())
    const unpaid = await orderFor(shop(), one, 'vyakti')
    await expect(run('orders', 'refund', unpaid)).rejects.toThrow('no payment to refund')
    await shop().db.query(`insert into coupons (code, percent) values ('GRATIS', 100)`)
    const cart = await fillCart(shop(), one, 'plan-30')
    await shop().db.query(
      `update carts set coupon_id = (select id from coupons where code = 'GRATIS') where token = $1`,
      [cart],
    )
    const { body } = await order(shop(), one, cart)
    await expect(run('orders', 'refund', body.data.order_token)).rejects.toThrow('was free')
  })

  it('[OP-3] lists its commands', async () => {
    expect(await run('orders', '--help')).toMatch(
      /orders held[\s\S]*orders show TOKEN[\s\S]*orders refund TOKEN[\s\S]*orders release TOKEN/,
    )
  })
})

it('[OP-3] lists failed mails without their content, and sends them again', async () => {
  await emptyQueues(shop().db)
  await addUndelivered(shop().db, shop().clock.now)
  const { rows } = await json('jobs', 'list')
  expect(rows).toEqual([expect.objectContaining({ kind: 'mail', tries: 12 })])
  expect(JSON.stringify(rows)).not.toContain('locked')
  expect(await run('jobs', 'retry')).toBe('1 will be retried')
  expect((await json('jobs', 'list')).rows).toEqual([expect.objectContaining({ tries: 0, failed_at: null })])
  await emptyQueues(shop().db)
})
