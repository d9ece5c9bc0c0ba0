import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { requestHash } from '../../../src/server/adapters/payment/payu.ts'
import { SANDBOX_KEYS } from '../../../src/server/adapters/payment/sandbox.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { settle } from '../../../src/server/payments/settlement.ts'
import { pollRenewals } from '../../../src/server/renewals/poller.ts'
import { buyer, cartOf, fillCart } from '../support/buyers.ts'
import { ask, sentTo, wait } from '../support/personas.ts'
import { decide, orderFor, payingShop, postForm } from '../support/payments.ts'
import {
  agree,
  cancel,
  DAY,
  HOUR,
  leave,
  ordersOf,
  otherWorker,
  renewing,
  shown,
  spans,
  toDebit,
  toNotice,
  work,
} from '../support/renewals.ts'

const shop = payingShop()
const subjects = async (email: string) => (await sentTo(shop(), email)).map(({ subject }) => subject)
const lastMail = async (email: string) => (await sentTo(shop(), email)).at(-1)
const ONCE = { status: 'paid', total: 11_682, invoices: 1 }

describe('a consent at PayU', () => {
  it('[PY-1] goes with the first payment, sealed with its terms, and is confirmed by mail', async () => {
    const { one, form } = await renewing(shop())
    expect(form.fields).toMatchObject({ api_version: '7', si: '1', amount: '116.82' })
    expect(JSON.parse(form.fields.si_details)).toEqual({
      billingAmount: '116.82',
      billingCurrency: 'INR',
      billingCycle: 'ADHOC',
      billingInterval: 1,
      billingRule: 'MAX',
      paymentStartDate: '2026-11-21',
      paymentEndDate: '2031-11-20',
    })
    expect(form.fields.hash).toBe(requestHash(form.fields, SANDBOX_KEYS.payu.salt))
    expect(await shown(shop(), one)).toMatchObject({
      state: 'active',
      reason: null,
      name: 'A month',
      days: 30,
      amount: { amount: '116.82' },
      ceiling: { amount: '116.82' },
      valid_until: '2031-11-20',
      next_debit: '2026-12-20',
    })
    expect(await lastMail(one.email)).toMatchObject({
      subject: 'Auto-renewal of A month is on',
      body: expect.stringMatching(/₹116\.82.*20 December 2026/),
    })
  })

  it('[CK-1] case 44: is offered and taken only where a plan is in the cart', async () => {
    const one = await buyer(shop())
    await fillCart(shop(), one, 'chhava')
    expect((await cartOf(shop(), one)).can_renew).toBe(false)
    const token = await orderFor(shop(), one, 'vyakti')
    const refused = await ask(shop(), endpoints.autoRenewalCheckout, { token }, { token: one.token })
    expect([refused.status, refused.body.fault]).toEqual([422, 'noPlan'])
    expect(await shop().db.query('select 1 from mandates where user_id = $1', [one.id])).toEqual([])
    await fillCart(shop(), one, 'plan-30')
    expect((await cartOf(shop(), one)).can_renew).toBe(true)
  })

  it('[CK-1] is not offered above what may be debited without another proof of the payer', async () => {
    const [one, { db }] = [await buyer(shop()), shop()]
    await fillCart(shop(), one, 'plan-365')
    const offeredAt = async (price: number) => {
      await db.query(`update plans set price_inr = $1 where key = 'plan-365'`, [price])
      return (await cartOf(shop(), one)).can_renew
    }
    // ₹15,000 with its tax is the most.
    const offered = [await offeredAt(1_271_186), await offeredAt(1_271_200)]
    await db.query(`update plans set price_inr = 89900 where key = 'plan-365'`)
    expect(offered).toEqual([true, false])
  })

  it('[SB-4] is never there before the money is, nor for others', async () => {
    const [one, other] = [await buyer(shop()), await buyer(shop())]
    const token = await orderFor(shop(), one, 'plan-30')
    expect((await ask(shop(), endpoints.autoRenewalCheckout, { token }, { token: other.token })).status).toBe(404)
    await ask(shop(), endpoints.autoRenewalCheckout, { token }, { token: one.token })
    expect([await shown(shop(), one), (await cancel(shop(), one)).body.fault]).toEqual([null, 'noRenewal'])
  })

  it('[SB-4] takes the place of the one before, which ends at the gateway', async () => {
    const { one, mandate } = await renewing(shop())
    const second = await agree(shop(), one, 'plan-365')
    await work(shop())
    expect([mandate.isEnded, second.mandate.isEnded]).toEqual([true, false])
    expect(await shown(shop(), one)).toMatchObject({ state: 'active', days: 365, next_debit: '2027-12-20' })
  })
})

describe('a renewal', () => {
  it('[SB-4] tells two days before, debits what it told, writes an invoice, and begins where the plan ends', async () => {
    const { one, mandate } = await renewing(shop(), { locale: 'mr' })
    wait(shop(), 27 * DAY - HOUR)
    await work(shop())
    expect(mandate.notices.size).toBe(0)
    wait(shop(), HOUR)
    await work(shop())
    await work(shop())
    expect([...mandate.notices.values()]).toMatchObject([{ amount: '116.82', debitDate: '2026-12-20' }])
    expect(await lastMail(one.email)).toMatchObject({
      subject: expect.stringContaining('₹११६.८२'),
      body: expect.stringContaining('२० डिसेंबर, २०२६'),
    })
    wait(shop(), 2 * DAY - 60)
    await work(shop())
    expect([mandate.debits, (await ordersOf(shop(), one)).length]).toEqual([0, 1])
    wait(shop(), 60)
    await work(shop())
    await work(shop())
    expect(mandate.debits).toBe(1)
    expect(await ordersOf(shop(), one)).toEqual([ONCE, ONCE])
    expect(await spans(shop(), one)).toEqual([
      [0, 30],
      [30, 60],
    ])
    expect((await lastMail(one.email))?.subject).toContain('चे पैसे मिळाले')
    expect(await shown(shop(), one)).toMatchObject({
      state: 'active',
      next_debit: expect.stringMatching(/^2027-01-1\d$/),
    })
  })

  it('[SB-4] case 41: is debited once, by however many workers', async () => {
    const { one, mandate } = await renewing(shop())
    const others = await Promise.all([otherWorker(shop()), otherWorker(shop())])
    const all = () => Promise.all([work(shop()), ...others.map((other) => other.work()), work(shop())])
    wait(shop(), 27 * DAY)
    await all()
    expect([
      mandate.notices.size,
      (await subjects(one.email)).filter((subject) => subject.includes('will be debited')),
    ]).toEqual([1, [expect.anything()]])
    wait(shop(), 2 * DAY)
    await all()
    await all()
    await Promise.all(others.map((other) => other.close()))
    expect([mandate.debits, await ordersOf(shop(), one), (await spans(shop(), one)).length]).toEqual([
      1,
      [ONCE, ONCE],
      2,
    ])
  })

  it.each([
    ['no notice', 'delete from renewal_notices where period_id = $1'],
    ['a notice that was never sent', 'update renewal_notices set sent_at = null where period_id = $1'],
    ['a notice of a lower amount', 'update renewal_notices set amount = 11681 where period_id = $1'],
  ])('[SB-4] case 42: is not debited with %s, but told anew', async (_name, sql) => {
    const { one, mandate } = await renewing(shop())
    await toNotice(shop())
    const [period] = await shop().db.query<{ id: number }>(
      'select p.id from renewal_periods p join mandates m on m.id = p.mandate_id where m.user_id = $1',
      [one.id],
    )
    await shop().db.query(sql, [period?.id])
    await toDebit(shop())
    expect([mandate.debits, shop().alarms.at(-1)]).toEqual([0, 'renewal without its notice'])
    await work(shop())
    expect(mandate.debits).toBe(0)
    await toDebit(shop())
    expect([mandate.debits, await ordersOf(shop(), one)]).toEqual([1, [ONCE, ONCE]])
  })

  it('[SB-4] case 42: waits until its notice is a day old', async () => {
    const { mandate } = await renewing(shop())
    await toNotice(shop())
    wait(shop(), 2 * DAY)
    await shop().db.query(`update renewal_notices set sent_at = $1 where sent_at > $2`, [
      new Date(shop().clock.now.getTime() - 23 * HOUR * 1000),
      new Date(shop().clock.now.getTime() - 3 * DAY * 1000),
    ])
    await work(shop())
    expect(mandate.debits).toBe(0)
    wait(shop(), HOUR)
    await work(shop())
    expect(mandate.debits).toBe(1)
  })

  it('[SB-4] is tried again a day later, told anew each time, and ends with the third refusal', async () => {
    const { one, mandate } = await renewing(shop())
    mandate.next = 'failed'
    await toNotice(shop())
    await toDebit(shop())
    expect(mandate.debits).toBe(1)
    for (const debits of [2, 3]) {
      await work(shop())
      expect((await lastMail(one.email))?.subject).toBe('₹116.82 for A month could not be debited')
      wait(shop(), DAY - HOUR)
      await work(shop())
      expect(mandate.debits).toBe(debits - 1)
      wait(shop(), 2 * HOUR)
      await work(shop())
      expect(mandate.debits).toBe(debits)
    }
    await work(shop())
    expect((await lastMail(one.email))?.subject).toBe('A month could not be renewed')
    expect(await shown(shop(), one)).toMatchObject({ state: 'ended', reason: 'failed', next_debit: null })
    expect([mandate.isEnded, (await ordersOf(shop(), one)).map(({ status }) => status)]).toEqual([
      true,
      ['paid', 'failed'],
    ])
    wait(shop(), 9 * DAY)
    await work(shop())
    expect(mandate.debits).toBe(3)
  })

  it('[SB-4] goes through at the second try, with one order and one invoice', async () => {
    const { one, mandate } = await renewing(shop())
    mandate.next = 'failed'
    await toNotice(shop())
    await toDebit(shop())
    await work(shop())
    mandate.next = 'paid'
    wait(shop(), DAY + HOUR)
    await work(shop())
    expect([mandate.debits, await ordersOf(shop(), one)]).toEqual([2, [ONCE, ONCE]])
    expect(await spans(shop(), one)).toHaveLength(2)
  })

  it('[SB-4] waits while UPI takes its time, and is debited no second time', async () => {
    const { one, mandate } = await renewing(shop())
    mandate.next = 'pending'
    await toNotice(shop())
    await toDebit(shop())
    wait(shop(), 6 * HOUR)
    await work(shop())
    expect([mandate.debits, (await ordersOf(shop(), one)).at(-1)?.status]).toEqual([1, 'open'])
    const [attempt] = await shop().db.query<{ key: string }>(`select key from payment_attempts where state = 'pending'`)
    decide(shop(), 'payu', attempt?.key ?? '', 'paid')
    wait(shop(), 12 * HOUR)
    await work(shop())
    expect([mandate.debits, await ordersOf(shop(), one)]).toEqual([1, [ONCE, ONCE]])
  })

  it.each(['before', 'after'] as const)(
    '[SB-4] case 41: a worker that is killed %s it asked leaves one debit',
    async (when) => {
      const { one, mandate } = await renewing(shop())
      await toNotice(shop())
      wait(shop(), 2 * DAY)
      const { payu } = shop().context.payments
      if (!payu) throw new Error('no PayU')
      const debit: typeof payu.recurring.debit = async (asked) => {
        if (when === 'after') await payu.recurring.debit(asked)
        throw new Error('killed')
      }
      shop().context.payments = {
        ...shop().context.payments,
        payu: { ...payu, recurring: { ...payu.recurring, debit } },
      }
      await expect(work(shop())).rejects.toThrow('killed')
      shop().context.payments = { ...shop().context.payments, payu }
      await work(shop())
      wait(shop(), 6 * 60)
      await work(shop())
      expect([mandate.debits, await ordersOf(shop(), one)]).toEqual([1, [ONCE, ONCE]])
    },
  )

  it('[SB-4] asks for another consent when the price has risen, and debits less when it has fallen', async () => {
    const [dear, cheap] = [await renewing(shop()), await renewing(shop(), { plan: 'plan-365' })]
    await shop().db.query(`update plans set price_inr = 9950 where key = 'plan-30'`)
    await shop().db.query(`update plans set price_inr = 79900 where key = 'plan-365'`)
    await toNotice(shop())
    await work(shop())
    expect(await shown(shop(), dear.one)).toMatchObject({ state: 'ended', reason: 'changed' })
    expect([dear.mandate.isEnded, (await lastMail(dear.one.email))?.subject]).toEqual([
      true,
      'A month will not renew by itself',
    ])
    await toDebit(shop())
    wait(shop(), 333 * DAY)
    await work(shop())
    expect(await shown(shop(), cheap.one)).toMatchObject({
      amount: { amount: '942.82' },
      ceiling: { amount: '1060.82' },
    })
    await toDebit(shop())
    expect((await ordersOf(shop(), cheap.one)).at(-1)).toEqual({ status: 'paid', total: 94_282, invoices: 1 })
    await shop().db.query(
      `update plans set price_inr = case key when 'plan-30' then 9900 else 89900 end where key in ('plan-30', 'plan-365')`,
    )
    expect(dear.mandate.debits).toBe(0)
  })
})

describe('a renewal that cannot be worked on', () => {
  it('[SB-4] holds up no other one, nor what comes after it', async () => {
    const [first, second] = [await renewing(shop()), await renewing(shop())]
    const dropped = await renewing(shop())
    wait(shop(), 28 * DAY)
    await cancel(shop(), dropped.one)
    const { db, context } = shop()
    await db.query(`create function refuse() returns trigger language plpgsql as $$ begin
      if exists (select 1 from renewal_periods p join mandates m on m.id = p.mandate_id where p.id = new.period_id and m.user_id = ${first.one.id}) then raise 'broken row'; end if;
      return new; end $$`)
    await db.query('create trigger refuse before insert on renewal_notices for each row execute function refuse()')
    const failures: unknown[] = []
    const turn = () => pollRenewals(context, undefined, (error) => void failures.push(error))
    await turn()
    expect(failures.map(String)).toEqual([expect.stringContaining('broken row')])
    await turn()
    expect([first.mandate.notices.size, second.mandate.notices.size]).toEqual([0, 1])
    expect(
      await db.query(`select 1 from mandates where user_id = $1 and state = 'ended'`, [dropped.one.id]),
    ).toHaveLength(1)
    await db.query('drop trigger refuse on renewal_notices')
    await db.query('drop function refuse()')
    wait(shop(), HOUR)
    await turn()
    expect([first.mandate.notices.size, failures.length]).toEqual([1, 1])
  })
})

describe('the end of a renewal', () => {
  it('[SB-4] case 43: comes when the listener asks, at the gateway too; what runs stays', async () => {
    const { one, mandate } = await renewing(shop())
    await toNotice(shop())
    expect((await cancel(shop(), one)).status).toBe(200)
    expect((await cancel(shop(), one)).body.fault).toBe('noRenewal')
    await toDebit(shop())
    expect([mandate.isEnded, mandate.debits, await spans(shop(), one)]).toEqual([true, 0, [[0, 30]]])
    expect(await shown(shop(), one)).toMatchObject({ state: 'ended', reason: 'cancelled', next_debit: null })
    expect((await lastMail(one.email))?.subject).toBe('Auto-renewal of A month is off')
  })

  it('[SB-4] case 43: sends back what a debit under way brings afterwards', async () => {
    const { one, mandate } = await renewing(shop())
    mandate.next = 'pending'
    await toNotice(shop())
    await toDebit(shop())
    await cancel(shop(), one)
    const [attempt] = await shop().db.query<{ key: string }>(
      `select a.key from payment_attempts a join orders o on o.id = a.order_id where o.user_id = $1 and a.state = 'pending'`,
      [one.id],
    )
    const payment = decide(shop(), 'payu', attempt?.key ?? '', 'paid')
    await postForm(shop(), '/api/payment/payu/webhook', payuAnswer(payment))
    await work(shop())
    expect([payment.state, await spans(shop(), one)]).toEqual(['refunded', [[0, 30]]])
    expect((await subjects(one.email)).at(-1)).toContain('on its way back')
  })

  it('[SB-4] case 43: nobody is debited after his cancelling was answered', async () => {
    const { one, mandate } = await renewing(shop())
    await toNotice(shop())
    wait(shop(), 2 * DAY)
    const cancelled = cancel(shop(), one).then(({ status }) => ({ status, before: mandate.debits }))
    const [{ status: answer, before }] = await Promise.all([cancelled, work(shop())])
    expect(answer).toBe(200)
    await work(shop())
    wait(shop(), DAY)
    await work(shop())
    const money = [...(await ordersOf(shop(), one))].filter(({ status }) => status === 'paid').length
    const refunds = await shop().db.query(
      `select 1 from refunds r join payment_attempts a on a.id = r.attempt_id join orders o on o.id = a.order_id where o.user_id = $1`,
      [one.id],
    )
    expect(mandate.debits).toBe(before)
    // Either it was too late for the debit, or its money went back, or it was before the cancelling.
    expect(money + refunds.length).toBe(1 + before)
  })

  it('[SB-4] is seen when the bank or the payer ended it elsewhere', async () => {
    const { one, mandate } = await renewing(shop())
    mandate.isEnded = true
    await toNotice(shop())
    await work(shop())
    expect(await shown(shop(), one)).toMatchObject({ state: 'ended', reason: 'gateway' })
    expect(mandate.notices.size).toBe(0)
  })

  it('[SB-4] comes with a refund, and with the account', async () => {
    const { one, mandate, payment } = await renewing(shop())
    const [attempt] = await shop().db.query<{ id: number }>('select id from payment_attempts where key = $1', [
      payment.key,
    ])
    await settle(shop().context, attempt?.id ?? 0, {
      state: 'refunded',
      paymentId: payment.id,
      amount: 11_682,
      currency: 'INR',
    })
    await work(shop())
    expect([mandate.isEnded, await shown(shop(), one)]).toEqual([
      true,
      expect.objectContaining({ state: 'ended', reason: 'refunded' }),
    ])
    const two = await renewing(shop())
    await leave(shop(), two.one)
    await work(shop())
    expect(two.mandate.isEnded).toBe(true)
  })
})
