import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/server/app.ts'
import { enqueue } from '../../../src/server/jobs/queue.ts'
import { alarmsOn, checkAlarms } from '../../../src/server/operations/monitoring/alarms.ts'
import { readGauges } from '../../../src/server/operations/monitoring/gauges.ts'
import { storeRebuildReport } from '../../../src/server/operations/rebuild-report.ts'
import { addUndelivered, addWaiting, emptyQueues, unsentJobs } from '../support/jobs.ts'
import { advanceClock, sentTo } from '../support/personas.ts'
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

const LIMITS = { staleHours: 6, dataDir: folder, leastMegabytes: 0 }
const TO = 'operator@x.test'
const look = async () =>
  (await checkAlarms(shop().context, { alarmMail: TO, ...LIMITS })).map(({ alarm, state }) => `${alarm} ${state}`)
async function holdPayment(): Promise<void> {
  await shop().db.query(
    `with o as (insert into orders (token, fingerprint, is_gift, locale, email, first_name, last_name, mobile, country, state, seller_state, currency, subtotal, discount,
       cgst, sgst, igst, total, created_at, expires_at) values ('t', '', false, 'en', 'a@x.test', 'Asha', '', '', 'IN', 'MH', 'MH', 'INR', 100, 0, 0, 0, 0, 100, $1, $1) returning id)
     insert into payment_attempts (order_id, gateway, key, amount, currency, state, created_at) select id, 'payu', 'k', 100, 'INR', 'held', $1 from o`,
    [shop().clock.now],
  )
}

describe('[OP-3] alarms', () => {
  it('are reported once, again after a day, and when they are over', async () => {
    expect(await look()).toEqual([])
    await addUndelivered(shop().db, shop().clock.now)
    expect(await look()).toEqual(['jobs on'])
    expect(await look()).toEqual([])
    advanceClock(shop(), 23 * 3_600)
    expect(await look()).toEqual([])
    advanceClock(shop(), 3_600)
    expect(await look()).toEqual(['jobs still'])
    expect(await alarmsOn(shop().context)).toEqual(['jobs'])
    // The mail of the alarm is a job too.
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

  it('are reported by one of two processes that check at once', async () => {
    await holdPayment()
    const changes = await Promise.all(Array.from({ length: 6 }, () => look()))
    expect(changes.flat()).toEqual(['payments on'])
    expect(await sentTo(shop(), TO)).toHaveLength(1)
  })

  it('are rolled back with their mail, and reported by the next check', async () => {
    await holdPayment()
    const encrypt = (): Buffer => {
      throw new Error('killed')
    }
    const broken = { ...shop().context, encryption: { ...shop().context.encryption, encrypt } }
    await expect(checkAlarms(broken, { alarmMail: TO, ...LIMITS })).rejects.toThrow('killed')
    expect(await look()).toEqual(['payments on'])
  })

  it('report a mail that waits too long, but not one that waits a little', async () => {
    await addWaiting(shop().db, shop().clock.now)
    advanceClock(shop(), 14 * 60)
    expect(await look()).toEqual([])
    advanceClock(shop(), 2 * 60)
    expect(await look()).toEqual(['jobs on'])
  })

  it('report a mail that waits too long beside mails to many at once, and those after a day', async () => {
    const { db, context } = shop()
    const add = (name: 'newNotice' | 'reset') =>
      enqueue(db, context, {
        kind: 'mail',
        letter: { name, to: 'reader@x.test', locale: 'en' },
      })
    for (const _ of ['one', 'two']) await add('newNotice')
    advanceClock(shop(), 16 * 60)
    expect(await look()).toEqual([])
    await add('reset')
    advanceClock(shop(), 16 * 60)
    expect(await look()).toEqual(['jobs on'])
    expect((await readGauges(context)).jobsOldestSeconds).toBe(16 * 60)
    await emptyQueues(db)
    await add('newNotice')
    expect(await look()).toEqual(['jobs over'])
    await db.query(`delete from pgboss.job where priority > 0`)
    advanceClock(shop(), 24 * 3_600 - 60)
    expect(await look()).toEqual([])
    advanceClock(shop(), 60)
    expect(await look()).toEqual(['jobs on'])
  })

  it('need no mail address: log and metrics report them too', async () => {
    await holdPayment()
    expect((await checkAlarms(shop().context, LIMITS)).map(({ alarm, gauges }) => ({ alarm, gauges }))).toEqual([
      { alarm: 'payments', gauges: { paymentsHeld: 1 } },
    ])
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

  it('with an older report than the stored one change nothing', async () => {
    const { now } = shop().clock
    await report(false, now)
    await report(true, new Date(now.getTime() - 1000))
    expect((await readGauges(shop().context)).rebuildFailed).toBe(1)
  })

  it('that do not follow a catalog change raise an alarm after the configured hours', async () => {
    const { now } = shop().clock
    await report(true, now)
    await shop().db.query(`update catalog_version set updated_at = $1`, [new Date(now.getTime() + 60_000)])
    advanceClock(shop(), 6 * 3_600)
    expect(await look()).toEqual([])
    advanceClock(shop(), 120)
    expect(await look()).toEqual(['pages on'])
  })

  it('that follow none of many changes raise it, counted from the first change', async () => {
    const { now } = shop().clock
    await report(true, now)
    const reported: string[] = []
    for (let count = 0; count < 3; count += 1) {
      advanceClock(shop(), 3 * 3_600)
      await shop().db.query(`update catalog_version set updated_at = $1`, [shop().clock.now])
      reported.push(...(await look()))
    }
    expect(reported).toEqual([])
    advanceClock(shop(), 60)
    expect(await look()).toEqual(['pages on'])
    await report(true, shop().clock.now)
    expect(await look()).toEqual(['pages over'])
    advanceClock(shop(), 60)
    await shop().db.query(`update catalog_version set updated_at = $1`, [shop().clock.now])
    advanceClock(shop(), 5 * 3_600)
    expect((await look()).filter((news) => news.startsWith('pages'))).toEqual([])
  })

  it('without any report raise no alarm: pages may be built elsewhere', async () => {
    await storeRebuildReport(shop().context, join(folder, 'none'))
    advanceClock(shop(), 30 * 86_400)
    expect([await look(), (await readGauges(shop().context)).rebuildAgeSeconds]).toEqual([[], -1])
  })
})

describe('[OP-3] backups', () => {
  it('raise an alarm when they stop', async () => {
    expect((await readGauges(shop().context)).backupAgeSeconds).toBe(-1)
    await shop().db.query(`insert into shop_state (key, value, updated_at) values ('backup', '{}', $1)`, [
      shop().clock.now,
    ])
    advanceClock(shop(), 25 * 3_600)
    expect(await look()).toEqual([])
    advanceClock(shop(), 2 * 3_600)
    expect(await look()).toEqual(['backup on'])
    await shop().db.query(`update shop_state set updated_at = $1 where key = 'backup'`, [shop().clock.now])
    expect(await look()).toEqual(['backup over'])
  })

  it('[RL-3] know the free space of the disk', async () => {
    const lookAt = async (leastMegabytes: number) =>
      (await checkAlarms(shop().context, { ...LIMITS, leastMegabytes })).map(({ alarm, state }) => `${alarm} ${state}`)
    // More than any disk has.
    expect(await lookAt(1e12)).toEqual(['disk on'])
    expect(await lookAt(0)).toEqual(['disk over'])
  })

  it('[RL-3] know the disks of all machines: the full one keeps its alarm, which names it, until it has room or is gone', async () => {
    const lookAt = async () => checkAlarms(shop().context, { ...LIMITS, leastMegabytes: 1, alarmMail: TO })
    const states = async () => (await lookAt()).map(({ alarm, state, machine }) => [alarm, state, machine])
    const far = (megabytes: number) =>
      shop().db.query(
        `insert into shop_state (key, value, updated_at) values ('disk:far:/data', $1, $2)
           on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
        [JSON.stringify({ machine: 'far', megabytes }), shop().clock.now],
      )
    await far(0)
    expect(await states()).toEqual([['disk', 'on', 'far']])
    // This machine, which has room, checks again and again.
    for (let minute = 0; minute < 4; minute++) {
      advanceClock(shop(), 60)
      expect(await states()).toEqual([])
    }
    await far(5_000)
    expect(await states()).toMatchObject([['disk', 'over', expect.anything()]])
    await far(0)
    expect(await states()).toEqual([['disk', 'on', 'far']])
    advanceClock(shop(), 6 * 60)
    expect(await states()).toMatchObject([['disk', 'over', hostname()]])
    expect((await sentTo(shop(), TO))[0]?.body).toContain('diskFreeMegabytes 0, far')
  })

  it('[RL-3] and /readyz says so before the disk is full', async () => {
    const readyz = async (leastMegabytes: number) => {
      const app = await buildApp(shop().context, { health: { disk: { folder, leastMegabytes } } })
      const { statusCode, body } = await app.inject('/readyz')
      await app.close()
      return [statusCode, JSON.parse(body).disk]
    }
    expect(await readyz(0)).toEqual([200, true])
    expect(await readyz(1e12)).toEqual([503, false])
  })
})
