import { describe, expect, it } from 'vitest'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { settle } from '../../../src/server/payments/settlement.ts'
import { pollRenewals } from '../../../src/server/renewals/poller.ts'
import { advanceClock, sentTo } from '../support/personas.ts'
import { decide, shopWithGateways, postForm } from '../support/payments.ts'
import {
  cancel,
  DAY,
  HOUR,
  eraseAccount,
  ordersOf,
  otherWorker,
  buyerWithMandate,
  renewalOf,
  planPeriods,
  toDebit,
  toNotice,
  work,
} from '../support/renewals.ts'

const shop = shopWithGateways()
const subjects = async (email: string) => (await sentTo(shop(), email)).map(({ subject }) => subject)
const lastMail = async (email: string) => (await sentTo(shop(), email)).at(-1)
const ONCE = { status: 'paid', total: 11_682, invoices: 1 }

describe('a renewal', () => {
  it('[SB-4] sends a notice two days before, debits its amount, issues an invoice, and begins where the plan ends', async () => {
    const { one, mandate } = await buyerWithMandate(shop(), { locale: 'mr' })
    advanceClock(shop(), 27 * DAY - HOUR)
    await work(shop())
    expect(mandate.notices.size).toBe(0)
    advanceClock(shop(), HOUR)
    await work(shop())
    await work(shop())
    expect([...mandate.notices.values()]).toMatchObject([{ amount: '116.82', debitDate: '2026-12-20' }])
    expect(await lastMail(one.email)).toMatchObject({
      subject: expect.stringContaining('₹११६.८२'),
      body: expect.stringContaining('२० डिसेंबर, २०२६'),
    })
    advanceClock(shop(), 2 * DAY - 60)
    await work(shop())
    expect([mandate.debits, (await ordersOf(shop(), one)).length]).toEqual([0, 1])
    advanceClock(shop(), 60)
    await work(shop())
    await work(shop())
    expect(mandate.debits).toBe(1)
    expect(await ordersOf(shop(), one)).toEqual([ONCE, ONCE])
    expect(await planPeriods(shop(), one)).toEqual([
      [0, 30],
      [30, 60],
    ])
    expect((await lastMail(one.email))?.subject).toContain('पैसे मिळाले')
    expect(await renewalOf(shop(), one)).toMatchObject({
      state: 'active',
      next_debit: expect.stringMatching(/^2027-01-1\d$/),
    })
  })

  it('[SB-4] attack case 41: is debited once by many workers', async () => {
    const { one, mandate } = await buyerWithMandate(shop())
    const others = await Promise.all([otherWorker(shop()), otherWorker(shop())])
    const all = () => Promise.all([work(shop()), ...others.map((other) => other.work()), work(shop())])
    advanceClock(shop(), 27 * DAY)
    await all()
    expect([
      mandate.notices.size,
      (await subjects(one.email)).filter((subject) => subject.includes('will be debited')),
    ]).toEqual([1, [expect.anything()]])
    advanceClock(shop(), 2 * DAY)
    await all()
    await all()
    await Promise.all(others.map((other) => other.close()))
    expect([mandate.debits, await ordersOf(shop(), one), (await planPeriods(shop(), one)).length]).toEqual([
      1,
      [ONCE, ONCE],
      2,
    ])
  })

  it.each([
    ['no notice', 'delete from renewal_notices where period_id = $1'],
    ['a notice that was never sent', 'update renewal_notices set sent_at = null where period_id = $1'],
    ['a notice of a lower amount', 'update renewal_notices set amount = 11681 where period_id = $1'],
  ])('[SB-4] attack case 42: is not debited with %s, and sends a new notice', async (_name, sql) => {
    const { one, mandate } = await buyerWithMandate(shop())
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

  it('[SB-4] attack case 42: waits until its notice is a day old', async () => {
    const { mandate } = await buyerWithMandate(shop())
    await toNotice(shop())
    advanceClock(shop(), 2 * DAY)
    await shop().db.query(`update renewal_notices set sent_at = $1 where sent_at > $2`, [
      new Date(shop().clock.now.getTime() - 23 * HOUR * 1000),
      new Date(shop().clock.now.getTime() - 3 * DAY * 1000),
    ])
    await work(shop())
    expect(mandate.debits).toBe(0)
    advanceClock(shop(), HOUR)
    await work(shop())
    expect(mandate.debits).toBe(1)
  })

  it('[SB-4] is debited again a day later with a new notice, and ends with the third refusal', async () => {
    const { one, mandate } = await buyerWithMandate(shop())
    mandate.next = 'failed'
    await toNotice(shop())
    await toDebit(shop())
    expect(mandate.debits).toBe(1)
    for (const debits of [2, 3]) {
      await work(shop())
      expect((await lastMail(one.email))?.subject).toBe('₹116.82 for A month could not be debited')
      advanceClock(shop(), DAY - HOUR)
      await work(shop())
      expect(mandate.debits).toBe(debits - 1)
      advanceClock(shop(), 2 * HOUR)
      await work(shop())
      expect(mandate.debits).toBe(debits)
    }
    await work(shop())
    expect((await lastMail(one.email))?.subject).toBe('A month could not be renewed')
    expect(await renewalOf(shop(), one)).toMatchObject({ state: 'ended', reason: 'failed', next_debit: null })
    expect([mandate.isEnded, (await ordersOf(shop(), one)).map(({ status }) => status)]).toEqual([
      true,
      ['paid', 'failed'],
    ])
    advanceClock(shop(), 9 * DAY)
    await work(shop())
    expect(mandate.debits).toBe(3)
  })

  it('[SB-4] succeeds at the second debit, with one order and one invoice', async () => {
    const { one, mandate } = await buyerWithMandate(shop())
    mandate.next = 'failed'
    await toNotice(shop())
    await toDebit(shop())
    await work(shop())
    mandate.next = 'paid'
    advanceClock(shop(), DAY + HOUR)
    await work(shop())
    expect([mandate.debits, await ordersOf(shop(), one)]).toEqual([2, [ONCE, ONCE]])
    expect(await planPeriods(shop(), one)).toHaveLength(2)
  })

  it('[SB-4] waits for a pending UPI debit, and is not debited again', async () => {
    const { one, mandate } = await buyerWithMandate(shop())
    mandate.next = 'pending'
    await toNotice(shop())
    await toDebit(shop())
    advanceClock(shop(), 6 * HOUR)
    await work(shop())
    expect([mandate.debits, (await ordersOf(shop(), one)).at(-1)?.status]).toEqual([1, 'open'])
    const [attempt] = await shop().db.query<{ key: string }>(`select key from payment_attempts where state = 'pending'`)
    decide(shop(), 'payu', attempt?.key ?? '', 'paid')
    advanceClock(shop(), 12 * HOUR)
    await work(shop())
    expect([mandate.debits, await ordersOf(shop(), one)]).toEqual([1, [ONCE, ONCE]])
  })

  it.each(['before', 'after'] as const)(
    '[SB-4] attack case 41: is debited once when a worker is killed %s its request',
    async (when) => {
      const { one, mandate } = await buyerWithMandate(shop())
      await toNotice(shop())
      advanceClock(shop(), 2 * DAY)
      const { payu } = shop().context.payments
      if (!payu) throw new Error('no PayU')
      const debit: typeof payu.recurring.debit = async (request) => {
        if (when === 'after') await payu.recurring.debit(request)
        throw new Error('killed')
      }
      shop().context.payments = {
        ...shop().context.payments,
        payu: { ...payu, recurring: { ...payu.recurring, debit } },
      }
      await expect(work(shop())).rejects.toThrow('killed')
      shop().context.payments = { ...shop().context.payments, payu }
      await work(shop())
      advanceClock(shop(), 6 * 60)
      await work(shop())
      expect([mandate.debits, await ordersOf(shop(), one)]).toEqual([1, [ONCE, ONCE]])
    },
  )

  it('[SB-4] ends when the price has risen, and debits less when it has fallen', async () => {
    const [dear, cheap] = [await buyerWithMandate(shop()), await buyerWithMandate(shop(), { plan: 'plan-365' })]
    await shop().db.query(`update plans set price_inr = 9950 where key = 'plan-30'`)
    await shop().db.query(`update plans set price_inr = 79900 where key = 'plan-365'`)
    await toNotice(shop())
    await work(shop())
    expect(await renewalOf(shop(), dear.one)).toMatchObject({ state: 'ended', reason: 'changed' })
    expect([dear.mandate.isEnded, (await lastMail(dear.one.email))?.subject]).toEqual([
      true,
      'A month will not renew by itself',
    ])
    await toDebit(shop())
    advanceClock(shop(), 333 * DAY)
    await work(shop())
    expect(await renewalOf(shop(), cheap.one)).toMatchObject({
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

it('[SB-4] a plan that is sold in rupees only renews', async () => {
  const { one } = await buyerWithMandate(shop())
  await shop().db.query(`update plans set price_usd = 0 where key = 'plan-30'`)
  await toNotice(shop())
  await toDebit(shop())
  await shop().db.query(`update plans set price_usd = 490 where key = 'plan-30'`)
  expect((await ordersOf(shop(), one)).map(({ status }) => status)).toEqual(['paid', 'paid'])
})

describe('a renewal that fails with an error', () => {
  it('[SB-4] blocks no other renewal and no later step', async () => {
    const [first, second] = [await buyerWithMandate(shop()), await buyerWithMandate(shop())]
    const dropped = await buyerWithMandate(shop())
    advanceClock(shop(), 28 * DAY)
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
    advanceClock(shop(), HOUR)
    await turn()
    expect([first.mandate.notices.size, failures.length]).toEqual([1, 1])
  })
})

describe('the end of a renewal', () => {
  it('[SB-4] attack case 43: follows the cancellation, at the gateway too; the running plan continues', async () => {
    const { one, mandate } = await buyerWithMandate(shop())
    await toNotice(shop())
    expect((await cancel(shop(), one)).status).toBe(200)
    expect((await cancel(shop(), one)).body.fault).toBe('noRenewal')
    await toDebit(shop())
    expect([mandate.isEnded, mandate.debits, await planPeriods(shop(), one)]).toEqual([true, 0, [[0, 30]]])
    expect(await renewalOf(shop(), one)).toMatchObject({ state: 'ended', reason: 'cancelled', next_debit: null })
    // The mail about the debit may go at the same moment.
    expect(await subjects(one.email)).toContain('Auto-renewal of A month is off')
  })

  it('[SB-4] attack case 43: refunds a debit in progress', async () => {
    const { one, mandate } = await buyerWithMandate(shop())
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
    expect([payment.state, await planPeriods(shop(), one)]).toEqual(['refunded', [[0, 30]]])
    expect(await subjects(one.email)).toContainEqual(expect.stringContaining('on its way back'))
  })

  it('[SB-4] attack case 43: debits nothing after the cancellation was answered', async () => {
    const { one, mandate } = await buyerWithMandate(shop())
    await toNotice(shop())
    advanceClock(shop(), 2 * DAY)
    const cancelled = cancel(shop(), one).then(({ status }) => ({ status, before: mandate.debits }))
    const [{ status: answer, before }] = await Promise.all([cancelled, work(shop())])
    expect(answer).toBe(200)
    await work(shop())
    advanceClock(shop(), DAY)
    await work(shop())
    const money = [...(await ordersOf(shop(), one))].filter(({ status }) => status === 'paid').length
    const refunds = await shop().db.query(
      `select 1 from refunds r join payment_attempts a on a.id = r.attempt_id join orders o on o.id = a.order_id where o.user_id = $1`,
      [one.id],
    )
    expect(mandate.debits).toBe(before)
    // The debit was skipped or refunded, or it came before the cancellation.
    expect(money + refunds.length).toBe(1 + before)
  })

  it('[SB-4] is detected when the bank or the payer revoked the mandate', async () => {
    const { one, mandate } = await buyerWithMandate(shop())
    mandate.isEnded = true
    await toNotice(shop())
    await work(shop())
    expect(await renewalOf(shop(), one)).toMatchObject({ state: 'ended', reason: 'gateway' })
    expect(mandate.notices.size).toBe(0)
  })

  it('[SB-4] follows a refund and the erasure of the account', async () => {
    const { one, mandate, payment } = await buyerWithMandate(shop())
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
    expect([mandate.isEnded, await renewalOf(shop(), one)]).toEqual([
      true,
      expect.objectContaining({ state: 'ended', reason: 'refunded' }),
    ])
    const two = await buyerWithMandate(shop())
    await eraseAccount(shop(), two.one)
    await work(shop())
    expect(two.mandate.isEnded).toBe(true)
  })
})
