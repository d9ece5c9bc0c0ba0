import { readFileSync } from 'node:fs'
import { applySettings } from '#brand/brand.ts'
import { refundOrderLines } from '../../../src/server/payments/decisions/refund-order-lines.ts'
import { refundOrder } from '../../../src/server/payments/manage-orders.ts'
import { describe, expect, it } from 'vitest'
import { manage } from '../../../scripts/manage/run.ts'
import { enqueue, runDue } from '../../../src/server/jobs/queue.ts'
import { pollGateways, sendDueMails } from '../../../src/server/worker.ts'
import { rethrow } from '../../../src/server/runtime/on-error.ts'
import { momentsOf, paidGift } from '../support/gifts.ts'
import { advanceClock, makeListener, sentTo } from '../support/personas.ts'
import { shopWithGateways } from '../support/payments.ts'
import { paidOrder } from '../support/desk-orders.ts'
import { FIRM } from '../support/firm.ts'
import { DAY, ordersOf, buyerWithMandate, planPeriods, toNotice } from '../support/renewals.ts'

const shop = shopWithGateways()
const run = (...args: string[]) => manage(args, async () => ({ context: shop().context, close: async () => undefined }))
const json = async (...args: string[]) => JSON.parse(await run(...args, '--json'))
/** The statements of the script for a restored database. */
const restored =
  /<<'SQL'\n(.*)\nSQL\n/s.exec(
    readFileSync(new URL('../../../scripts/deploy/restore.sh', import.meta.url), 'utf8'),
  )?.[1] ?? ''
const last = async () => (await json('payments', 'show')).last_invoice

describe('[OP-3] a shop that was restored', () => {
  it('[PY-1] debits nothing and sends nothing, until the operator resumes payments', async () => {
    const [first, other] = [await buyerWithMandate(shop()), await buyerWithMandate(shop())]
    const debits = () => [first, other].map(({ payment }) => shop().sandbox.mandate(payment.id).debits)
    await toNotice(shop())
    await shop().db.query(
      `insert into jobs (id, kind, payload, created_at, due_at) values (gen_random_uuid(), 'mail', '', $1, $1)`,
      [shop().clock.now],
    )
    await enqueue(shop().db, shop().context, {
      kind: 'mail',
      letter: { name: 'changed', to: 'a@x.test', locale: 'en' },
    })
    for (const statement of restored.split(';\n')) await shop().db.query(statement)
    advanceClock(shop(), 2 * DAY)
    await pollGateways(shop().context)
    expect([debits(), await runDue(shop().context)]).toEqual([[0, 0], 0])
    expect(await json('payments', 'show')).toMatchObject({
      paused_since: expect.any(String),
      last_invoice: 'I202627/000002',
    })

    const { rows } = await json('payments', 'due')
    expect(rows.map(({ state, gateway }: Record<string, string>) => `${state} ${gateway}`)).toEqual([
      'noticed payu',
      'noticed payu',
    ])
    const { id } = rows.find(({ email }: { email: string }) => email === first.one.email)
    expect(await run('payments', 'drop', String(id))).toBe(`renewal ${id} is not debited`)
    await expect(run('payments', 'drop', String(id))).rejects.toThrow('There is no renewal to cancel')
    await run('payments', 'after', 'I202627/000041')
    await run('payments', 'after', 'I202627/000007')
    await expect(run('payments', 'after', '41')).rejects.toThrow('NUMBER must be')
    expect([await run('payments', 'resume'), await run('payments', 'resume')]).toEqual([
      'payments are resumed',
      'payments were not paused',
    ])
    await pollGateways(shop().context)
    await pollGateways(shop().context)
    expect([debits(), await last()]).toEqual([[0, 1], 'I202627/000042'])
    expect(await run('jobs', 'drop')).toMatch(/^[1-9]\d* were deleted$/)
    expect((await json('audit', 'list')).rows.map(({ action }: { action: string }) => action)).toEqual([
      'jobs dropped',
      'payments resumed',
      'papers go on after',
      'papers go on after',
      'renewal dropped',
    ])
  })

  it('[PY-1] adopts a debit since the backup once, and only if the gateway confirms it', async () => {
    const { one, payment, mandate } = await buyerWithMandate(shop())
    await toNotice(shop())
    await run('payments', 'pause')
    const { rows } = await json('payments', 'due')
    const { id } = rows.find(({ email }: { email: string }) => email === one.email)
    const debited = async (...args: string[]) => run('payments', 'debited', ...args)
    await expect(debited(String(id), 'f'.repeat(24))).rejects.toThrow('PayU reports no paid payment')
    // The shop made this debit before its disk was lost.
    const [{ name, amount } = { name: '', amount: 0 }] = await shop().db.query<{ name: string; amount: number }>(
      `select 'notice' || id as name, amount from renewal_notices where period_id = $1`,
      [id],
    )
    advanceClock(shop(), 2 * DAY)
    const debit = {
      mandate: payment.id,
      notice: name,
      amount,
      key: 'e'.repeat(24),
      email: one.email,
      mobile: '9876543210',
    }
    expect(await shop().context.payments.payu?.recurring.debit(debit)).toBe('accepted')
    expect(await debited(String(id), debit.key)).toBe(`renewal ${id} is paid by ${debit.key}`)
    expect(await planPeriods(shop(), one)).toEqual([
      [0, 30],
      [30, 60],
    ])
    expect((await ordersOf(shop(), one)).map(({ status, invoices }) => `${status} ${invoices}`)).toEqual([
      'paid 1',
      'paid 1',
    ])
    await expect(debited(String(id), debit.key)).rejects.toThrow('There is no waiting renewal at PayU')
    await run('payments', 'resume')
    await pollGateways(shop().context)
    expect([mandate.debits, (await ordersOf(shop(), one)).length]).toEqual([1, 2])
  })

  it('[RM-7] a pause of the payments holds no gift back', async () => {
    const to = 'paused@x.test'
    await run('payments', 'pause')
    await paidGift(shop(), { email: to })
    await sendDueMails(shop().context, rethrow)
    expect((await sentTo(shop(), to)).length).toBe(1)
    await run('payments', 'resume')
  })

  it('[RM-7] [RM-5] sends no gift and no weekly mail twice that went out since the backup, and those that are due later', async () => {
    const { clock, context, db } = shop()
    const start = clock.now.getTime()
    const moved = (days: number) => new Date(start + days * DAY * 1_000)
    const day = (days: number) => moved(days).toISOString().slice(0, 10)
    const gift = (days: number) =>
      paidGift(shop(), { email: `on-${days}@x.test`, time_zone: 'UTC', deliver_on: day(days), deliver_time: '12:00' })
    const [sent, unsent] = [await gift(2), await gift(4)]
    const [fan, later] = [await makeListener(shop(), 'fan@x.test'), await makeListener(shop(), 'later@x.test')]
    await db.query(`insert into weekly_news (user_id, locale, sent_at) values ($1, 'en', $3), ($2, 'en', $4)`, [
      fan,
      later,
      moved(-5),
      moved(-3),
    ])
    const weekOf = async (id: number) =>
      (await db.query<{ sent_at: Date }>('select sent_at from weekly_news where user_id = $1', [id]))[0]?.sent_at
    const mailsTo = async (days: number) => (await sentTo(shop(), `on-${days}@x.test`)).length
    const lost = moved(3)
    for (const statement of restored.split(';\n')) await db.query(statement)
    clock.now = moved(5)
    for (const times of [1, 2]) {
      await sendDueMails(context, rethrow)
      expect([times, await mailsTo(2), await mailsTo(4), await weekOf(fan)]).toEqual([times, 0, 0, moved(-5)])
    }
    expect(await json('payments', 'show')).toMatchObject({ gifts_due: 2, weekly_mails_due: 2 })
    for (const wrong of ['', '3 days ago', '2026-11-21T04:30', '2999-01-01T00:00Z'])
      await expect(run('payments', 'mailed', wrong)).rejects.toThrow('MOMENT must be one of the past')
    expect([
      await run('payments', 'mailed', lost.toISOString().slice(0, 19) + 'Z'),
      await run('payments', 'mailed', lost.toISOString().slice(0, 19) + 'Z'),
    ]).toEqual(['2 are noted as sent', '0 are noted as sent'])
    expect(await weekOf(fan)).toEqual(moved(2))
    await run('payments', 'resume')
    for (const times of [1, 2]) {
      await sendDueMails(context, rethrow)
      expect([times, await mailsTo(2), await mailsTo(4), await weekOf(later)]).toEqual([times, 0, 1, moved(5)])
    }
    expect([await momentsOf(shop(), sent.token), (await momentsOf(shop(), unsent.token))?.sent_at]).toEqual([
      expect.objectContaining({ sent_at: new Date(`${day(2)}T12:00:00Z`) }),
      moved(5),
    ])
  })

  it('[OR-3] continues numbers with the prefix of the firm, also those of credit notes for single titles', async () => {
    applySettings({ firm: FIRM })
    const { id } = await paidOrder(shop(), ['kid-1', 'kid-2'])
    const [line] = await shop().db.query<{ id: number }>('select id from order_lines where order_id = $1 limit 1', [id])
    advanceClock(shop(), 1)
    await refundOrderLines(shop().context, id, [line?.id ?? 0], {})
    const { last_invoice: invoice, last_credit_note: note } = await json('payments', 'show')
    expect([invoice, note]).toEqual([expect.stringMatching(/^GPI202627\/\d{6}$/), 'GPC202627/000001'])
    await run('payments', 'after', 'GPC202627/000041')
    advanceClock(shop(), 1)
    const other = await paidOrder(shop(), ['kid-3'])
    await refundOrder(shop().context, other.token)
    await pollGateways(shop().context)
    expect((await json('payments', 'show')).last_credit_note).toBe('GPC202627/000042')
    await expect(run('payments', 'after', 'GPXI202627/000123')).rejects.toThrow('NUMBER must be')
    applySettings({})
  })

  it('[PY-1] can be paused and resumed by a command', async () => {
    await run('payments', 'pause')
    await run('payments', 'pause')
    expect((await json('payments', 'show')).paused_since).not.toBeNull()
    await run('payments', 'resume')
    expect((await json('payments', 'show')).paused_since).toBeNull()
  })
})
