import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { alarmsOn, checkAlarms } from '../../../src/server/operations/alarms.ts'
import { readGauges } from '../../../src/server/operations/gauges.ts'
import { storeRebuildReport } from '../../../src/server/operations/rebuild-report.ts'
import { addUndelivered, addWaiting, emptyQueues, unsentJobs } from '../support/jobs.ts'
import { sentTo, wait } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const folder = mkdtempSync(join(tmpdir(), 'shop-alarms-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(async () => {
  await shop().db.query(
    'truncate outbox, shop_state, payment_events, payment_attempts, refunds, orders, renewal_periods, mandates cascade',
  )
  await emptyQueues(shop().db)
})

const TO = 'operator@x.test'
const look = async () =>
  (await checkAlarms(shop().context, { alarmMail: TO, staleHours: 6 })).map(({ alarm, state }) => `${alarm} ${state}`)
async function holdPayment(): Promise<void> {
  await shop().db.query(
    `with o as (insert into orders (token, fingerprint, is_gift, locale, email, first_name, last_name, mobile, country, state, seller_state, currency, subtotal, discount,
       cgst, sgst, igst, total, created_at, expires_at) values ('t', '', false, 'en', 'a@x.test', 'Asha', '', '', 'IN', 'MH', 'MH', 'INR', 100, 0, 0, 0, 0, 100, $1, $1) returning id)
     insert into payment_attempts (order_id, gateway, key, amount, currency, state, created_at) select id, 'payu', 'k', 100, 'INR', 'held', $1 from o`,
    [shop().clock.now],
  )
}

describe('[OP-3] alarms', () => {
  it('tell once that something began, remind after a day, and tell when it is over', async () => {
    expect(await look()).toEqual([])
    await addUndelivered(shop().db, shop().clock.now)
    expect(await look()).toEqual(['jobs on'])
    expect(await look()).toEqual([])
    wait(shop(), 23 * 3_600)
    expect(await look()).toEqual([])
    wait(shop(), 3_600)
    expect(await look()).toEqual(['jobs still'])
    expect(await alarmsOn(shop().context)).toEqual(['jobs'])
    // The mail about it is a job too.
    await sentTo(shop(), TO)
    await emptyQueues(shop().db)
    expect(await look()).toEqual(['jobs over'])
    expect([await look(), await alarmsOn(shop().context)]).toEqual([[], []])
    const mails = await sentTo(shop(), TO)
    expect(mails.map(({ body }) => /Since now|Still, since 2026|Over/.exec(body)?.[0])).toEqual([
      'Since now',
      'Still, since 2026',
      'Over',
    ])
    expect(mails[0]?.body).toContain('jobsFailed 1')
  })

  it('are told by one of two processes that look at once', async () => {
    await holdPayment()
    const told = await Promise.all(Array.from({ length: 6 }, () => look()))
    expect(told.flat()).toEqual(['payments on'])
    expect(await sentTo(shop(), TO)).toHaveLength(1)
  })

  it('are rolled back with their mail: whoever looks next tells', async () => {
    await holdPayment()
    const lock = (): Buffer => {
      throw new Error('killed')
    }
    const broken = { ...shop().context, encryption: { ...shop().context.encryption, lock } }
    await expect(checkAlarms(broken, { alarmMail: TO, staleHours: 6 })).rejects.toThrow('killed')
    expect(await look()).toEqual(['payments on'])
  })

  it('see a mail that waits too long, and say nothing of one that waits a little', async () => {
    await addWaiting(shop().db, shop().clock.now)
    wait(shop(), 14 * 60)
    expect(await look()).toEqual([])
    wait(shop(), 2 * 60)
    expect(await look()).toEqual(['jobs on'])
  })

  it('need no address: the log and the metrics tell too', async () => {
    await holdPayment()
    expect(
      (await checkAlarms(shop().context, { staleHours: 6 })).map(({ alarm, gauges }) => ({ alarm, gauges })),
    ).toEqual([{ alarm: 'payments', gauges: { paymentsHeld: 1 } }])
    expect(await unsentJobs(shop().db)).toEqual([])
  })
})

describe('[OP-3] rebuilds', () => {
  const file = join(folder, 'last-rebuild.json')
  const report = async (ok: boolean, at: Date, succeededAt: Date | null = ok ? at : null) => {
    writeFileSync(file, JSON.stringify({ at, ok, succeededAt }))
    await storeRebuildReport(shop().context, file)
  }

  it('that fail raise an alarm, and the next good one ends it', async () => {
    const { now } = shop().clock
    await report(true, now)
    expect(await look()).toEqual([])
    await report(false, new Date(now.getTime() + 1000), now)
    expect(await look()).toEqual(['pages on'])
    await report(true, new Date(now.getTime() + 2000))
    expect(await look()).toEqual(['pages over'])
  })

  it('of an older report than the one that is known change nothing', async () => {
    const { now } = shop().clock
    await report(false, now)
    await report(true, new Date(now.getTime() - 1000))
    expect((await readGauges(shop().context)).rebuildFailed).toBe(1)
  })

  it('that never come for a changed catalog raise an alarm after the hours of the setting', async () => {
    const { now } = shop().clock
    await report(true, now)
    await shop().db.query(`update catalog_version set updated_at = $1`, [new Date(now.getTime() + 60_000)])
    wait(shop(), 6 * 3_600)
    expect(await look()).toEqual([])
    wait(shop(), 120)
    expect(await look()).toEqual(['pages on'])
  })

  it('that come for no change of many raise it as long after the first of them', async () => {
    const { now } = shop().clock
    await report(true, now)
    const told: string[] = []
    for (let changes = 0; changes < 3; changes += 1) {
      wait(shop(), 3 * 3_600)
      await shop().db.query(`update catalog_version set updated_at = $1`, [shop().clock.now])
      told.push(...(await look()))
    }
    expect(told).toEqual([])
    wait(shop(), 60)
    expect(await look()).toEqual(['pages on'])
    await report(true, shop().clock.now)
    expect(await look()).toEqual(['pages over'])
    wait(shop(), 60)
    await shop().db.query(`update catalog_version set updated_at = $1`, [shop().clock.now])
    wait(shop(), 5 * 3_600)
    expect((await look()).filter((news) => news.startsWith('pages'))).toEqual([])
  })

  it('that nobody reports raise none: pages may be built elsewhere', async () => {
    await storeRebuildReport(shop().context, join(folder, 'none'))
    wait(shop(), 30 * 86_400)
    expect([await look(), (await readGauges(shop().context)).rebuildAgeSeconds]).toEqual([[], -1])
  })
})

describe('[OP-3] backups', () => {
  it('that were made once and are made no more raise an alarm', async () => {
    expect((await readGauges(shop().context)).backupAgeSeconds).toBe(-1)
    await shop().db.query(`insert into shop_state (key, value, updated_at) values ('backup', '{}', $1)`, [
      shop().clock.now,
    ])
    wait(shop(), 25 * 3_600)
    expect(await look()).toEqual([])
    wait(shop(), 2 * 3_600)
    expect(await look()).toEqual(['backup on'])
    await shop().db.query(`update shop_state set updated_at = $1 where key = 'backup'`, [shop().clock.now])
    expect(await look()).toEqual(['backup over'])
  })
})
