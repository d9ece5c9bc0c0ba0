import { describe, expect, it } from 'vitest'
import type { Db } from '../../../src/server/db/connect.ts'
import { lockMandate } from '../../../src/server/renewals/mandates.ts'
import { manage } from '../../../scripts/manage/run.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { buyer, fillCart } from '../support/cart.ts'
import { advanceClock, ask } from '../support/personas.ts'
import { counts, decide, order, orderFor, shopWithGateways, postForm, visit } from '../support/payments.ts'
import {
  openPaypalMandate,
  addPaypalSale,
  DAY,
  eraseAccount,
  otherWorker,
  sendPaypalWebhook,
  buyerWithMandate,
  paidPaypalMandate,
  renewalOf,
  planPeriods,
  toDebit,
  toNotice,
  work,
} from '../support/renewals.ts'

const shop = shopWithGateways()
const run = (...args: string[]) => manage(args, async () => ({ context: shop().context, close: async () => undefined }))

/** The buyer is on PayU's page, with a mandate and its first payment. */
async function atPayu() {
  const one = await buyer(shop())
  const token = await orderFor(shop(), one, 'plan-30')
  const { body } = await ask(shop(), endpoints.autoRenewalCheckout, { token }, { token: one.token })
  await visit(shop(), body.form.action, body.form.fields)
  return { one, token, key: String(body.form.fields.txnid) }
}
async function payuSaysPaid(key: string, amount = '116.82') {
  const payment = Object.assign(decide(shop(), 'payu', key, 'paid'), { amount })
  await postForm(shop(), '/api/payment/payu/webhook', payuAnswer(payment))
  return payment
}

describe('a mandate whose first payment is refunded', () => {
  it('[SB-4] ends at PayPal when its held payment is refunded', async () => {
    const { token, id, back, mandate } = await openPaypalMandate(shop())
    Object.assign(decide(shop(), 'paypal', id, 'paid'), { amount: '4.80' })
    await back()
    await run('orders', 'refund', token)
    await work(shop())
    expect([shop().sandbox.find('paypal', id)?.state, mandate.isEnded]).toEqual(['refunded', true])
  })

  it('[SB-4] ends at PayU when its held payment is refunded', async () => {
    const { token, key } = await atPayu()
    const payment = await payuSaysPaid(key, '115.82')
    await run('orders', 'refund', token)
    await work(shop())
    expect([payment.state, shop().sandbox.mandate(payment.id).isEnded]).toEqual(['refunded', true])
  })

  it('[SB-4] attack case 43: is revoked at PayU too when its gateway name comes after its end', async () => {
    const { one, token, key } = await atPayu()
    await eraseAccount(shop(), one)
    await work(shop())
    const [before] = await shop().db.query(
      `select m.state, m.gateway_mandate from mandates m join payment_attempts a on a.id = m.attempt_id where a.key = $1`,
      [key],
    )
    expect(before).toEqual({ state: 'ended', gateway_mandate: null })
    const payment = await payuSaysPaid(key)
    await work(shop())
    expect([
      payment.state,
      shop().sandbox.mandate(payment.id).isEnded,
      (await counts(shop(), token))?.invoices,
    ]).toEqual(['refunded', true, 0])
  })
})

describe('a held payment of PayPal', () => {
  it('[PY-2] from a sale is accepted or refunded', async () => {
    const [accepted, refunded] = [await paidPaypalMandate(shop()), await paidPaypalMandate(shop())]
    const [acceptedSale, refundedSale] = [
      addPaypalSale(shop(), accepted.id, '4.80'),
      addPaypalSale(shop(), refunded.id, '0.49'),
    ]
    await sendPaypalWebhook(shop(), accepted.id, acceptedSale)
    await sendPaypalWebhook(shop(), refunded.id, refundedSale)
    expect(await run('orders', 'release', await orderPaidBy(acceptedSale))).toMatch(
      /^4\.80 USD of order \d+ is accepted$/,
    )
    expect((await planPeriods(shop(), accepted.one)).length).toBe(2)
    expect(await run('orders', 'refund', await orderPaidBy(refundedSale))).toMatch(
      /^0\.49 USD of order \d+ is refunded$/,
    )
    await work(shop())
    expect([
      shop().sandbox.saleOf(refundedSale)?.state,
      refunded.mandate.isEnded,
      (await planPeriods(shop(), refunded.one)).length,
    ]).toEqual(['refunded', true, 1])
  })

  it('[PY-2] attack case 40: for a cheaper plan is refunded, and never accepted', async () => {
    const { token, id, back, mandate } = await openPaypalMandate(shop())
    const payment = decide(shop(), 'paypal', id, 'paid')
    Object.assign(payment, { fields: { ...payment.fields, plan_id: 'P-CHEAP' } })
    await back()
    await expect(run('orders', 'release', token)).rejects.toThrow('The gateway does not confirm')
    expect(await run('orders', 'refund', token)).toMatch(/^4\.90 USD of order \d+ is refunded$/)
    await work(shop())
    expect([payment.state, mandate.isEnded]).toEqual(['refunded', true])
  })

  it('[PY-2] for another order is refunded', async () => {
    const one = await buyer(shop(), { country: 'US' })
    const { body: created } = await order(shop(), one, await fillCart(shop(), one, 'chhava'), { country: 'US' })
    const token: string = created.data.order_token
    const { body } = await ask(shop(), endpoints.paypalCheckout, { token }, { token: one.token })
    const id = new URL(body.address).searchParams.get('token') ?? ''
    const payment = decide(shop(), 'paypal', id, 'paid')
    Object.assign(payment, { fields: { ...payment.fields, custom_id: 'another' } })
    await shop().app.inject(`/api/payment/paypal/return/${token}?token=${id}`)
    await expect(run('orders', 'release', token)).rejects.toThrow('The gateway does not confirm')
    await run('orders', 'refund', token)
    await work(shop())
    expect([payment.state, (await counts(shop(), token))?.status]).toEqual(['refunded', 'failed'])
  })
})

describe('an end of a renewal', () => {
  it('[SB-4] waits for the settlement of an order without locking the mandate', async () => {
    const { one, mandate } = await buyerWithMandate(shop())
    mandate.next = 'failed'
    await toNotice(shop())
    await toDebit(shop())
    advanceClock(shop(), 9 * DAY)
    const other = await otherWorker(shop())
    const ended = await other.db.transaction(async (inner) => {
      await inner.query(`select 1 from orders where user_id = $1 and status = 'open' for update`, [one.id])
      const working = other.work()
      await expect.poll(countBlocked).toBeGreaterThan(0)
      await inner.query('select 1 from mandates where user_id = $1 for update', [one.id])
      return { working }
    })
    await ended.working
    await other.close()
    expect(await renewalOf(shop(), one)).toMatchObject({ state: 'ended', reason: 'failed', is_overdue: true })
  })
})

/** Connections that wait for a row lock. Uses another connection: inside a transaction `pg_stat_activity` does not change. */
async function countBlocked(): Promise<number> {
  const [row] = await shop().db.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.count ?? 0
}

async function orderPaidBy(sale: string): Promise<string> {
  const [found] = await shop().db.query<{ token: string }>(
    'select o.token from orders o join payment_attempts a on a.order_id = o.id where a.gateway_payment = $1',
    [sale],
  )
  return found?.token ?? ''
}

it('[SB-4] an order that a debit makes while its mandate is waited for is locked before the mandate', async () => {
  const { one, mandate } = await buyerWithMandate(shop())
  await toNotice(shop())
  mandate.next = 'pending'
  const [stored] = await shop().db.query<{ id: number }>('select id from mandates where user_id = $1', [one.id])
  let isMade = false
  const debiting = (db: Db): Db => ({
    ...db,
    async query(sql, ...rest) {
      const rows = await db.query<never>(sql, ...rest)
      if (!isMade && sql.startsWith('savepoint')) {
        isMade = true
        await toDebit(shop())
      }
      return rows
    },
  })
  await shop().db.transaction(async (inner) => {
    await lockMandate(debiting(inner), stored?.id ?? 0)
    const open = shop().db.query(`select id from orders where user_id = $1 and status = 'open' for update nowait`, [
      one.id,
    ])
    await expect(open).rejects.toThrow('could not obtain lock')
  })
})
