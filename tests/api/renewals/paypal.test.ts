import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { dayInIndia } from '#contract/time/day.ts'
import { longDate } from '#i18n/format.ts'
import type { Db } from '../../../src/server/db/connect.ts'
import { buyerOf } from '../../../src/server/http/buyer.ts'
import { pollRenewals } from '../../../src/server/renewals/poller.ts'
import { checkoutWithMandate } from '../../../src/server/renewals/checkout.ts'
import { buyer, cartOf, fillCart, type Buyer } from '../support/cart.ts'
import { advanceClock, ask, sentTo } from '../support/personas.ts'
import { decide, details, order, orderFor, shopWithGateways } from '../support/payments.ts'
import {
  openPaypalMandate,
  addPaypalSale,
  cancel,
  DAY,
  eraseAccount,
  HOUR,
  ordersOf,
  sendPaypalWebhook,
  paidPaypalMandate,
  renewalOf,
  planPeriods,
  toNotice,
  work,
} from '../support/renewals.ts'

const shop = shopWithGateways()
const ONCE = { status: 'paid', total: 490, invoices: 1 }

describe('a mandate at PayPal', () => {
  it('[PY-1] redirects to PayPal, and starts the plan with the first sale', async () => {
    const { one, token, id, body, back } = await openPaypalMandate(shop())
    expect(body).toMatchObject({
      kind: 'redirect',
      form: null,
      address: expect.stringContaining('/dev/pay/paypal/subscribe?ba_token=I-'),
    })
    expect(shop().sandbox.find('paypal', id)).toMatchObject({ amount: '4.90', currency: 'USD' })
    decide(shop(), 'paypal', id, 'paid')
    expect(await back()).toEqual([303, `/payment-success/${token}/`])
    // Dollars are charged without tax, so nothing may speak of it.
    const mails = await sentTo(shop(), one.email)
    expect(mails.find(({ body: text }) => text.includes('renews by itself'))?.body).toContain('$4.90 every 30 days')
    for (const { body: text } of mails) expect(text).not.toMatch(/\btax\b/)
    expect([await ordersOf(shop(), one), (await planPeriods(shop(), one)).length]).toEqual([[ONCE], 1])
    expect(await renewalOf(shop(), one)).toMatchObject({
      state: 'active',
      gateway: 'paypal',
      currency: 'USD',
      amount: { amount: '4.90' },
      next_debit: '2026-12-20',
    })
  })

  it('[PY-1] accepts dollars only, as PayU accepts rupees only', async () => {
    const abroad = await buyer(shop(), { country: 'US' })
    const token = await orderFor(shop(), abroad, 'plan-30')
    expect((await cartOf(shop(), abroad)).can_renew).toBe(true)
    expect((await ask(shop(), endpoints.autoRenewalCheckout, { token }, { token: abroad.token })).body.fault).toBe(
      'notPayable',
    )
    const indian = await buyer(shop())
    const other = await orderFor(shop(), indian, 'plan-30')
    expect((await ask(shop(), endpoints.paypalRecurring, { token: other }, { token: indian.token })).body.fault).toBe(
      'notPayable',
    )
  })

  it.each([
    ['a cheaper plan', { plan_id: 'P-CHEAP' }],
    ['the name of somebody else', { custom_id: 'another' }],
  ])('[PY-2] attack case 40: fulfils nothing for %s', async (_name, odd) => {
    const { one, token, id, back } = await openPaypalMandate(shop())
    const payment = decide(shop(), 'paypal', id, 'paid')
    Object.assign(payment, { fields: { ...payment.fields, ...odd } })
    await back()
    expect([
      (await details(shop(), one, token)).payment,
      await planPeriods(shop(), one),
      await renewalOf(shop(), one),
    ]).toEqual(['held', [], null])
  })

  it('[PY-2] attack case 40: fulfils nothing while active without a sale, and once with the sale', async () => {
    const { one, token, id, back } = await openPaypalMandate(shop())
    decide(shop(), 'paypal', id, 'pending')
    await back()
    expect([(await details(shop(), one, token)).payment, await planPeriods(shop(), one)]).toEqual(['pending', []])
    decide(shop(), 'paypal', id, 'paid')
    await Promise.all([
      sendPaypalWebhook(shop(), id, `S${id}`),
      sendPaypalWebhook(shop(), id, `S${id}`),
      sendPaypalWebhook(shop(), id, id, 'BILLING.SUBSCRIPTION.ACTIVATED'),
    ])
    expect([await ordersOf(shop(), one), (await planPeriods(shop(), one)).length]).toEqual([[ONCE], 1])
  })

  it('[PY-2] accepts a webhook that comes before its names are stored', async () => {
    const one = await buyer(shop(), { country: 'US' })
    const { body: created } = await order(shop(), one, await fillCart(shop(), one, 'plan-30'), { country: 'US' })
    const token: string = created.data.order_token
    // The webhook comes between the two statements that store the names of a mandate.
    const between = (db: Db): Db => ({
      transaction: (run) => db.transaction((inner) => run(between(inner))),
      async query(sql, ...rest) {
        const answer = await db.query<never>(sql, ...rest)
        if (!sql.includes('set gateway_order')) return answer
        const id = String(rest[0]?.[1])
        decide(shop(), 'paypal', id, 'paid')
        await sendPaypalWebhook(shop(), id, `S${id}`)
        return answer
      },
    })
    const { db } = shop().context
    await checkoutWithMandate({ ...shop().context, db: between(db) }, buyerOf(one.id), token, 'paypal')
    expect((await details(shop(), one, token)).payment).not.toBe('held')
    advanceClock(shop(), 4 * 60)
    await work(shop())
    expect([await ordersOf(shop(), one), (await renewalOf(shop(), one))?.state]).toEqual([[ONCE], 'active'])
  })

  it('[PY-1] shows that the payer refused', async () => {
    const { token, back } = await openPaypalMandate(shop())
    const [attempt] = await shop().db.query<{ key: string }>(
      'select key from payment_attempts a join orders o on o.id = a.order_id where o.token = $1',
      [token],
    )
    expect(await back('cancel', `key=${attempt?.key}`)).toEqual([303, `/payment-cancel/${token}/`])
    const other = await openPaypalMandate(shop())
    expect(await other.back('cancel', `key=${attempt?.key}`)).toEqual([303, '/payment-failure/unknown/'])
  })
})

const dayAfter = (days: number) => dayInIndia(new Date(shop().clock.now.getTime() + days * DAY * 1000))
const lastMail = async ({ email }: Buyer) => (await sentTo(shop(), email)).at(-1)

describe('a renewal at PayPal', () => {
  it('[SB-4] attack case 40: creates one order for each sale, however often the webhook comes', async () => {
    const { one, id } = await paidPaypalMandate(shop())
    await toNotice(shop())
    expect((await sentTo(shop(), one.email)).at(-1)?.subject).toContain(
      '$4.90 for A month will be debited on 20 December 2026',
    )
    advanceClock(shop(), 2 * DAY)
    const sale = addPaypalSale(shop(), id)
    await Promise.all([sendPaypalWebhook(shop(), id, sale), sendPaypalWebhook(shop(), id, sale), work(shop())])
    expect(await ordersOf(shop(), one)).toEqual([ONCE, ONCE])
    expect(await planPeriods(shop(), one)).toEqual([
      [0, 30],
      [30, 60],
    ])
    advanceClock(shop(), 30 * DAY)
    await sendPaypalWebhook(shop(), id, addPaypalSale(shop(), id))
    expect((await planPeriods(shop(), one)).length).toBe(3)
  })

  it('[SB-4] names the days on which PayPal debits, whatever plan was added meanwhile', async () => {
    const [one, other] = [await paidPaypalMandate(shop()), await paidPaypalMandate(shop())]
    const [first, end, moved, second] = [dayAfter(29), dayAfter(30), dayAfter(70), dayAfter(59)]
    // A plan that was bought or redeemed besides moves the end of the running one, not the day of PayPal.
    const later = `update subscriptions set ends_at = ends_at + interval '40 days' where user_id = $1`
    await shop().db.query(later, [one.one.id])
    expect(await renewalOf(shop(), one.one)).toMatchObject({ next_debit: first })
    await toNotice(shop())
    expect(await lastMail(one.one)).toMatchObject({
      subject: expect.stringContaining(`will be debited on ${longDate(first, 'en')}`),
      body: expect.stringContaining(`runs until ${longDate(moved, 'en')}`),
    })
    expect(await lastMail(other.one)).toMatchObject({
      subject: expect.stringContaining(`will be debited on ${longDate(first, 'en')}`),
      body: expect.stringContaining(`runs until ${longDate(end, 'en')}`),
    })
    advanceClock(shop(), 2 * DAY)
    for (const { id } of [one, other]) await sendPaypalWebhook(shop(), id, addPaypalSale(shop(), id))
    for (const { one: who } of [one, other]) expect(await renewalOf(shop(), who)).toMatchObject({ next_debit: second })
    const mails = (await sentTo(shop(), one.one.email)).length
    await work(shop())
    expect((await sentTo(shop(), one.one.email)).length).toBe(mails)
    advanceClock(shop(), 28 * DAY)
    await work(shop())
    expect((await lastMail(one.one))?.subject).toContain(`will be debited on ${longDate(second, 'en')}`)
  })

  it('[SB-4] announces no debit that PayPal has made while the shop stood still', async () => {
    const { one, id } = await paidPaypalMandate(shop())
    const [mails, second] = [(await sentTo(shop(), one.email)).length, dayAfter(59)]
    advanceClock(shop(), 29 * DAY + HOUR)
    addPaypalSale(shop(), id)
    await work(shop())
    await work(shop())
    expect((await planPeriods(shop(), one)).length).toBe(2)
    const later = (await sentTo(shop(), one.email)).slice(mails)
    expect(later.map(({ subject }) => subject).join()).not.toContain('will be debited')
    expect(await renewalOf(shop(), one)).toMatchObject({ next_debit: second })
  })

  it('[SB-4] finds a sale whose webhook was lost, and holds one with another amount', async () => {
    const { one, id } = await paidPaypalMandate(shop())
    await toNotice(shop())
    advanceClock(shop(), 2 * DAY)
    addPaypalSale(shop(), id)
    await work(shop())
    expect((await planPeriods(shop(), one)).length).toBe(2)
    await sendPaypalWebhook(shop(), id, addPaypalSale(shop(), id, '0.49'))
    expect([(await planPeriods(shop(), one)).length, shop().alarms.at(-1)]).toEqual([2, 'payment held'])
  })

  it('[SB-4] asks again for the next debit: PayPal did not name it, or the mandate is of an older release', async () => {
    const { one, id } = await paidPaypalMandate(shop())
    const [first, second, byPlan] = [dayAfter(29), dayAfter(59), dayAfter(99)]
    await shop().db.query(`update subscriptions set ends_at = ends_at + interval '40 days' where user_id = $1`, [
      one.id,
    ])
    await shop().db.query('update mandates set next_debit_at = null, debits_asked_at = null where user_id = $1', [
      one.id,
    ])
    expect((await renewalOf(shop(), one)).next_debit).toBe(dayAfter(69))
    await work(shop())
    expect((await renewalOf(shop(), one)).next_debit).toBe(first)
    advanceClock(shop(), 29 * DAY + HOUR)
    addPaypalSale(shop(), id)
    const { payments } = shop().context
    const { paypal } = payments
    if (!paypal) throw new Error('the shop has no PayPal')
    const silent = { ...paypal, recurring: { ...paypal.recurring, nextDebit: async () => undefined } }
    const context = { ...shop().context, payments: { ...payments, paypal: silent } }
    await pollRenewals(context)
    await pollRenewals(context)
    expect([(await planPeriods(shop(), one)).length, (await renewalOf(shop(), one)).next_debit]).toEqual([2, byPlan])
    advanceClock(shop(), 7 * HOUR)
    await work(shop())
    expect((await renewalOf(shop(), one)).next_debit).toBe(second)
  })

  it('[SB-4] a sale whose settlement was cut off is settled by the next poll', async () => {
    const { one, id } = await paidPaypalMandate(shop())
    await toNotice(shop())
    advanceClock(shop(), 2 * DAY)
    const sale = addPaypalSale(shop(), id)
    // The process ends between the order of the sale and its settlement.
    const { transaction } = shop().db
    let isCut = false
    const cut: Db['transaction'] = async (run) => {
      if (isCut) throw new Error('the process has ended')
      const result = await transaction(run)
      isCut = (await shop().db.query('select 1 from payment_attempts where gateway_payment = $1', [sale])).length > 0
      return result
    }
    const context = { ...shop().context, db: { ...shop().db, transaction: cut } }
    await expect(pollRenewals(context)).rejects.toThrow('the process has ended')
    expect((await planPeriods(shop(), one)).length).toBe(1)
    advanceClock(shop(), 4 * 60)
    await work(shop())
    expect([await ordersOf(shop(), one), (await planPeriods(shop(), one)).length]).toEqual([[ONCE, ONCE], 2])
    advanceClock(shop(), 2 * DAY)
    await work(shop())
    expect([await ordersOf(shop(), one), shop().sandbox.saleOf(sale)?.state]).toEqual([[ONCE, ONCE], 'paid'])
  })

  it('[SB-4] attack case 43: ends at PayPal when the listener cancels, and refunds a later sale', async () => {
    const { one, id, mandate } = await paidPaypalMandate(shop())
    await cancel(shop(), one)
    await work(shop())
    expect(mandate.isEnded).toBe(true)
    const sale = addPaypalSale(shop(), id)
    await sendPaypalWebhook(shop(), id, sale)
    await work(shop())
    expect([shop().sandbox.saleOf(sale)?.state, (await planPeriods(shop(), one)).length]).toEqual(['refunded', 1])
  })

  it('[SB-4] revokes the plan of a refunded sale, and ends', async () => {
    const { one, id } = await paidPaypalMandate(shop())
    await toNotice(shop())
    advanceClock(shop(), 2 * DAY)
    const sale = addPaypalSale(shop(), id)
    await sendPaypalWebhook(shop(), id, sale)
    Object.assign(shop().sandbox.saleOf(sale) ?? {}, { state: 'refunded' })
    await sendPaypalWebhook(shop(), id, sale, 'PAYMENT.SALE.REFUNDED')
    expect([(await ordersOf(shop(), one)).map(({ status }) => status), await planPeriods(shop(), one)]).toEqual([
      ['paid', 'refunded'],
      [[0, 30]],
    ])
    expect(await renewalOf(shop(), one)).toMatchObject({ state: 'ended', reason: 'refunded' })
  })

  it('[SB-4] fulfils a sale even if the plan is no longer for sale or the profile is empty', async () => {
    const [one, two] = [await paidPaypalMandate(shop()), await paidPaypalMandate(shop())]
    await toNotice(shop())
    advanceClock(shop(), 2 * DAY)
    await shop().db.query(`update plans set can_purchase = false where key = 'plan-30'`)
    await shop().db.query(`update users set first_name = '', profile_completed = false where id = $1`, [two.one.id])
    for (const { id } of [one, two]) await sendPaypalWebhook(shop(), id, addPaypalSale(shop(), id))
    await shop().db.query(`update plans set can_purchase = true where key = 'plan-30'`)
    for (const { one: who } of [one, two])
      expect([await ordersOf(shop(), who), (await planPeriods(shop(), who)).length]).toEqual([[ONCE, ONCE], 2])
    const names = await shop().db.query('select distinct first_name from orders where user_id = $1', [two.one.id])
    expect(names).toEqual([{ first_name: 'Asha' }])
  })

  it('[SB-4] refunds a sale after the listener moved to another currency, and ends', async () => {
    const { one, id, mandate } = await paidPaypalMandate(shop())
    await toNotice(shop())
    advanceClock(shop(), 2 * DAY)
    await shop().db.query(`update users set country = 'IN', state = 'MH' where id = $1`, [one.id])
    const sale = addPaypalSale(shop(), id)
    await sendPaypalWebhook(shop(), id, sale)
    await work(shop())
    expect([shop().sandbox.saleOf(sale)?.state, mandate.isEnded, (await planPeriods(shop(), one)).length]).toEqual([
      'refunded',
      true,
      1,
    ])
    expect((await ordersOf(shop(), one)).at(-1)).toEqual({ status: 'cancelled', total: 490, invoices: 0 })
    expect(await renewalOf(shop(), one)).toMatchObject({ state: 'ended', reason: 'changed' })
  })

  it('[SB-4] attack case 43: refunds a sale after the account was erased', async () => {
    const { one, id } = await paidPaypalMandate(shop())
    await eraseAccount(shop(), one)
    const sale = addPaypalSale(shop(), id)
    await sendPaypalWebhook(shop(), id, sale)
    await work(shop())
    expect(shop().sandbox.saleOf(sale)?.state).toBe('refunded')
    const [stored] = await shop().db.query(
      'select o.status, o.user_id, o.email, o.first_name from orders o join payment_attempts a on a.order_id = o.id where a.gateway_payment = $1',
      [sale],
    )
    expect(stored).toEqual({ status: 'cancelled', user_id: null, email: '', first_name: '' })
  })

  it('[SB-4] ends when PayPal has ended it, or when the price has changed', async () => {
    const [one, two] = [await paidPaypalMandate(shop()), await paidPaypalMandate(shop())]
    one.mandate.isEnded = true
    await sendPaypalWebhook(shop(), one.id, one.id, 'BILLING.SUBSCRIPTION.SUSPENDED')
    expect(await renewalOf(shop(), one.one)).toMatchObject({ state: 'ended', reason: 'gateway' })
    await shop().db.query(`update plans set price_usd = 390 where key = 'plan-30'`)
    await toNotice(shop())
    await work(shop())
    await shop().db.query(`update plans set price_usd = 490 where key = 'plan-30'`)
    expect([two.mandate.isEnded, await renewalOf(shop(), two.one)]).toEqual([
      true,
      expect.objectContaining({ reason: 'changed' }),
    ])
  })
})
