import { describe, expect, it } from 'vitest'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import type { Buyer } from '../support/cart.ts'
import { advanceClock, sentTo } from '../support/personas.ts'
import { beginPayu, decide, orderFor, postForm, shopWithGateways } from '../support/payments.ts'
import {
  buyerWithMandate,
  DAY,
  HOUR,
  ordersOf,
  planPeriods,
  renewalOf,
  toDebit,
  toNotice,
  work,
} from '../support/renewals.ts'

const shop = shopWithGateways()
const ONCE = { status: 'paid', total: 11_682, invoices: 1 }
const subjects = async ({ email }: Buyer) => (await sentTo(shop(), email)).map(({ subject }) => subject)
const noticesOf = async (one: Buyer) => (await subjects(one)).filter((subject) => subject.includes('will be debited'))

async function buyByHand(one: Buyer): Promise<void> {
  // Weeks went by since the sign-in.
  const again = { ...one, token: await openSession(shop().context, one.id) }
  const token = await orderFor(shop(), again, 'plan-30')
  const key = await beginPayu(shop(), again, token)
  await postForm(shop(), '/api/payment/payu/return', payuAnswer(decide(shop(), 'payu', key, 'paid')))
}

/** A worker that dies around its request to PayU: with the request sent, PayU does not know the status yet. */
async function killWorker(when: 'before' | 'after'): Promise<void> {
  const { payments } = shop().context
  const { payu } = payments
  if (!payu) throw new Error('no PayU')
  const debit: typeof payu.recurring.debit = async (request) => {
    if (when === 'after') await payu.recurring.debit(request)
    throw new Error('killed')
  }
  shop().context.payments = { ...payments, payu: { ...payu, recurring: { ...payu.recurring, debit } } }
  await expect(work(shop())).rejects.toThrow('killed')
  shop().context.payments = payments
}

describe('a debit whose day went by', () => {
  it('[SB-4] attack case 42: gets a new notice first, without an alarm and without a lost try', async () => {
    const two = [await buyerWithMandate(shop()), await buyerWithMandate(shop())]
    const debits = () => two.map(({ mandate }) => mandate.debits)
    await toNotice(shop())
    const alarms = shop().alarms.length
    advanceClock(shop(), 3 * DAY)
    await work(shop())
    await work(shop())
    expect([debits(), shop().alarms.length]).toEqual([[0, 0], alarms])
    for (const { one, mandate } of two) {
      expect([...mandate.notices.values()].map(({ debitDate }) => debitDate)).toEqual(['2026-12-20', '2026-12-23'])
      expect(await noticesOf(one)).toHaveLength(2)
      expect(await renewalOf(shop(), one)).toMatchObject({ state: 'active', next_debit: '2026-12-23' })
    }
    await toDebit(shop())
    await work(shop())
    expect(debits()).toEqual([1, 1])
    for (const { one } of two) expect(await ordersOf(shop(), one)).toEqual([ONCE, ONCE])
  })

  it('[SB-4] is not made weeks later', async () => {
    const { one, mandate } = await buyerWithMandate(shop())
    await toNotice(shop())
    advanceClock(shop(), 28 * DAY)
    for (let runs = 0; runs < 3; runs += 1) await work(shop())
    expect([mandate.debits, mandate.isEnded, (await ordersOf(shop(), one)).length]).toEqual([0, true, 1])
    expect(await renewalOf(shop(), one)).toMatchObject({
      state: 'ended',
      reason: 'failed',
      is_overdue: true,
      next_debit: null,
    })
  })

  it('[SB-4] is sent later by the same key when a worker was killed before its request', async () => {
    const { one, mandate } = await buyerWithMandate(shop())
    await toNotice(shop())
    advanceClock(shop(), 2 * DAY)
    await killWorker('before')
    advanceClock(shop(), DAY)
    await work(shop())
    await work(shop())
    expect([mandate.debits, mandate.notices.size, (await noticesOf(one)).length]).toEqual([0, 2, 2])
    await toDebit(shop())
    await work(shop())
    expect([mandate.debits, await ordersOf(shop(), one)]).toEqual([1, [ONCE, ONCE]])
    expect(
      await shop().db.query(
        'select 1 from payment_attempts a join orders o on o.id = a.order_id where o.user_id = $1',
        [one.id],
      ),
    ).toHaveLength(2)
  })

  it.each(['paid', 'failed'] as const)(
    '[SB-4] attack case 41: is not made twice when PayU knows it only the next day, and then as %s',
    async (end) => {
      const { one, mandate } = await buyerWithMandate(shop())
      mandate.next = 'pending'
      await toNotice(shop())
      advanceClock(shop(), 2 * DAY)
      const { payments } = shop().context
      const { payu } = payments
      if (!payu) throw new Error('no PayU')
      const silent = { ...payments, payu: { ...payu, fetchStatus: async () => ({ state: 'unknown' as const }) } }
      shop().context.payments = silent
      await work(shop())
      expect(mandate.debits).toBe(1)
      advanceClock(shop(), DAY)
      await work(shop())
      shop().context.payments = payments
      advanceClock(shop(), 12 * HOUR)
      await work(shop())
      advanceClock(shop(), 2 * DAY)
      for (let runs = 0; runs < 3; runs += 1) await work(shop())
      expect([mandate.debits, (await ordersOf(shop(), one)).at(-1)?.status]).toEqual([1, 'open'])
      const [attempt] = await shop().db.query<{ key: string }>(
        `select a.key from payment_attempts a join orders o on o.id = a.order_id where o.user_id = $1 and a.state = 'pending'`,
        [one.id],
      )
      decide(shop(), 'payu', attempt?.key ?? '', end)
      mandate.next = 'paid'
      advanceClock(shop(), 13 * HOUR)
      await work(shop())
      await work(shop())
      advanceClock(shop(), DAY + HOUR)
      await work(shop())
      expect([mandate.debits, await ordersOf(shop(), one)]).toEqual([end === 'paid' ? 1 : 2, [ONCE, ONCE]])
    },
  )
})

describe('a renewal that is not made in time', () => {
  it('[SB-4] says so, and does not say that a bank refused it', async () => {
    const [first, second] = [await buyerWithMandate(shop()), await buyerWithMandate(shop(), { locale: 'mr' })]
    advanceClock(shop(), 34 * DAY)
    for (let runs = 0; runs < 3; runs += 1) await work(shop())
    for (const { one, mandate } of [first, second]) {
      expect([mandate.debits, mandate.notices.size, mandate.isEnded]).toEqual([0, 0, true])
      expect(await renewalOf(shop(), one)).toMatchObject({ state: 'ended', reason: 'failed', is_overdue: true })
    }
    expect((await subjects(first.one)).at(-1)).toBe('A month could not be renewed in time')
    expect((await subjects(second.one)).at(-1)).toContain('वेळेत झाले नाही')
  })

  it('[SB-4] is overdue too after one refusal, when its order has expired', async () => {
    const { one, mandate } = await buyerWithMandate(shop())
    mandate.next = 'failed'
    await toNotice(shop())
    await toDebit(shop())
    advanceClock(shop(), 6 * DAY)
    for (let runs = 0; runs < 2; runs += 1) await work(shop())
    expect([mandate.debits, mandate.notices.size]).toEqual([1, 1])
    expect((await subjects(one)).at(-1)).toBe('A month could not be renewed in time')
    expect(await renewalOf(shop(), one)).toMatchObject({ state: 'ended', reason: 'failed', is_overdue: true })
  })
})

describe('a listener who bought a plan by hand', () => {
  it.each([
    ['after the notice', 'paid'],
    ['after a refused debit', 'failed'],
  ] as const)('[SB-4] %s is debited only for the end of that plan, with its own notice', async (_when, first) => {
    const { one, mandate } = await buyerWithMandate(shop())
    mandate.next = first
    await toNotice(shop())
    if (first === 'failed') await toDebit(shop())
    const before = mandate.debits
    await work(shop())
    await buyByHand(one)
    mandate.next = 'paid'
    for (let day = 0; day < 5; day += 1) {
      advanceClock(shop(), DAY)
      await work(shop())
    }
    expect([mandate.debits, (await planPeriods(shop(), one)).map(([, end]) => end)]).toEqual([before, [30, 60]])
    expect(await renewalOf(shop(), one)).toMatchObject({ state: 'active' })
    expect((await ordersOf(shop(), one)).filter(({ status }) => status === 'open')).toEqual([])
    advanceClock(shop(), (first === 'failed' ? 23 : 25) * DAY)
    await work(shop())
    expect(mandate.debits).toBe(before)
    await toDebit(shop())
    await work(shop())
    expect([mandate.debits, (await planPeriods(shop(), one)).map(([, end]) => end)]).toEqual([before + 1, [30, 60, 90]])
  })

  it('[SB-4] and got its money back is debited for the end of the plan before', async () => {
    const { one, mandate } = await buyerWithMandate(shop())
    await toNotice(shop())
    await buyByHand(one)
    const periods = () =>
      shop().db.query<{ state: string }>(
        'select p.state from renewal_periods p join mandates m on m.id = p.mandate_id where m.user_id = $1',
        [one.id],
      )
    for (let day = 0; day < 2; day += 1) {
      advanceClock(shop(), DAY)
      await work(shop())
      await work(shop())
    }
    expect(await periods()).toEqual([{ state: 'dropped' }])
    await shop().db.query(
      `update subscriptions set status = 'cancelled' where id = (select max(id) from subscriptions where user_id = $1)`,
      [one.id],
    )
    await work(shop())
    await work(shop())
    expect(await periods()).toEqual([{ state: 'noticed' }])
    await toDebit(shop())
    await work(shop())
    expect([mandate.debits, (await renewalOf(shop(), one))?.state]).toEqual([1, 'active'])
  })
})
