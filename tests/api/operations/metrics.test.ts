import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { diskStore } from '../../../src/server/adapters/media/disk.ts'
import { buildApp } from '../../../src/server/app.ts'
import { readConfig } from '../../../src/server/config.ts'
import { ALARMS } from '../../../src/server/operations/monitoring/alarms.ts'
import { createMetrics } from '../../../src/server/operations/monitoring/metrics.ts'
import {
  createIsClosed,
  endMaintenance,
  maintenanceOf,
  startMaintenance,
} from '../../../src/server/operations/maintenance.ts'
import { advanceClock } from '../support/personas.ts'
import { call, useShop } from '../support/shop.ts'

const shop = useShop()
const base = mkdtempSync(join(tmpdir(), 'shop-observe-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const TOKEN = 'a token of sixteen'

describe('[OP-3] readiness', () => {
  const checks = async (app = shop().app) => {
    const response = await app.inject('/readyz')
    return [response.statusCode, response.json()]
  }

  it('needs the database, its migrations, the media store, and a process that does not stop', async () => {
    expect(await checks()).toEqual([
      200,
      { status: true, database: true, migrations: true, media: true, disk: true, running: true },
    ])
  })

  it('is lost while the process stops, but it is still alive', async () => {
    let isStopping = false
    const app = await buildApp(shop().context, { health: { isStopping: () => isStopping } })
    expect((await checks(app))[0]).toBe(200)
    isStopping = true
    expect(await checks(app)).toEqual([
      503,
      { status: false, database: true, migrations: true, media: true, disk: true, running: false },
    ])
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    await app.close()
  })

  it('is lost when the database lacks a migration', async () => {
    const [last] = await shop().db.query<{ tag: string }>(
      'delete from shop_migrations where tag = (select max(tag) from shop_migrations) returning tag',
    )
    const [status, body] = await checks()
    await shop().db.query('insert into shop_migrations (tag) values ($1)', [last?.tag])
    expect([status, body]).toEqual([503, expect.objectContaining({ database: true, migrations: false })])
  })

  it('is lost without the media store', async () => {
    writeFileSync(join(base, 'file'), '')
    const app = await buildApp({ ...shop().context, media: diskStore(join(base, 'file/media')) })
    expect(await checks(app)).toEqual([503, expect.objectContaining({ database: true, media: false })])
    await app.close()
  })
})

describe('[OP-3] metrics', () => {
  const withMetrics = async () => {
    const release = { version: '1.2.3', folder: '20261127-2000' }
    const metrics = await createMetrics({ ...shop().context, load: shop().db.load, release, dataDir: base })
    return { metrics, app: await buildApp(shop().context, { health: { metrics, metricsToken: TOKEN } }) }
  }

  it('do not exist without a token', async () => {
    expect((await shop().app.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } })).statusCode).toBe(404)
  })

  it('are refused with a wrong token, or without one', async () => {
    const { app } = await withMetrics()
    for (const headers of [{}, { authorization: 'Bearer another' }, { authorization: TOKEN }]) {
      const response = await app.inject({ url: '/metrics', headers })
      expect([response.statusCode, response.body.includes('shop_')]).toEqual([401, false])
    }
    await app.close()
  })

  it('count responses by route, not by address, and include the gauges', async () => {
    const { app, metrics } = await withMetrics()
    await app.inject('/api/v2/product-details/1/')
    await app.inject('/api/v2/product-details/999999/')
    await app.inject('/api/no/such/token-of-somebody')
    metrics.countMail('failed')
    metrics.countWarning('payment held')
    const response = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    for (const line of [
      'shop_http_seconds_count{method="GET",route="/api/v2/product-details/:id/",status="200"} 1',
      'shop_http_seconds_count{method="GET",route="/api/*",status="404"} 1',
      'shop_jobs_waiting 0',
      'shop_payments_held 0',
      'shop_rebuild_age_seconds -1',
      'shop_alarm{alarm="payments"} 0',
      'shop_database_up 1',
      'shop_mails_total{outcome="failed"} 1',
      'shop_warnings_total{what="payment held"} 1',
      'shop_build_info{release="1.2.3",folder="20261127-2000"',
      'nodejs_eventloop_lag_p99_seconds',
      'shop_database_connections{state="open"}',
    ])
      expect(response.body).toContain(line)
    expect(Number(/shop_disk_free_megabytes (\d+)/.exec(response.body)?.[1])).toBeGreaterThan(0)
    expect(response.body).not.toContain('token-of-somebody')
    await app.close()
  })

  it('are available when the database does not answer', async () => {
    const { app } = await withMetrics()
    const { query } = shop().db
    shop().db.query = () => Promise.reject(new Error('down'))
    const response = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
    shop().db.query = query
    expect([response.statusCode, response.body.includes('shop_database_up 0')]).toEqual([200, true])
    // 0 would end an alarm that is on.
    expect(response.body.match(/shop_alarm\{.*/g)).toEqual(ALARMS.map((alarm) => `shop_alarm{alarm="${alarm}"} Nan`))
    await app.close()
  })

  it.each([
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN is too short'],
    [{ ALARM_MAIL: 'a@x.test, b@x.test' }, 'ALARM_MAIL must be one address'],
    [{ STOP_SECONDS: 'soon' }, 'STOP_SECONDS must be a number from 1 to 300'],
    [{ SOUND_NICE: '-5' }, 'SOUND_NICE must be a number from 0 to 19'],
  ])('names an invalid setting: %j', (env, reason) => {
    expect(() => readConfig({ DATA_DIR: join(base, 'data'), ...env })).toThrow(reason)
  })
})

describe('[SH-12] maintenance', () => {
  const file = join(base, 'maintenance.json')
  const context = () => ({ ...shop().context, isClosed: createIsClosed(shop().context, file) })

  it('starts and ends in every process within five seconds', async () => {
    const [here, there] = [await buildApp(context()), await buildApp(context())]
    const closed = async () =>
      Promise.all(
        [here, there].map(async (app) => (await call({ ...shop(), app }, endpoints.maintenance, {})).is_maintenance),
      )
    expect(await closed()).toEqual([false, false])
    await startMaintenance(shop().context, 'a new disk')
    expect(await maintenanceOf(shop().context)).toEqual({
      isClosed: true,
      message: 'a new disk',
      since: shop().clock.now,
    })
    expect(await closed()).toEqual([false, false])
    advanceClock(shop(), 5)
    expect(await closed()).toEqual([true, true])
    expect([await endMaintenance(shop().context), await endMaintenance(shop().context)]).toEqual([true, false])
    advanceClock(shop(), 5)
    expect(await closed()).toEqual([false, false])
    const done = await shop().db.query<{ action: string }>('select action from operator_actions order by id')
    expect(done.map(({ action }) => action)).toEqual(['closed for work', 'opened again'])
    await Promise.all([here.close(), there.close()])
  })

  it('is overridden by the file of the machine, in both directions', async () => {
    const isClosed = createIsClosed(shop().context, file)
    writeFileSync(file, '{"is_maintenance": true}')
    expect(await isClosed()).toBe(true)
    await startMaintenance(shop().context)
    writeFileSync(file, '{"is_maintenance": false}')
    expect(await isClosed()).toBe(false)
    writeFileSync(file, 'unreadable')
    expect(await isClosed()).toBe(true)
    await endMaintenance(shop().context)
    rmSync(file)
  })

  it('is off when the database does not answer', async () => {
    const db = { ...shop().db, query: () => Promise.reject(new Error('down')) }
    expect(await createIsClosed({ ...shop().context, db }, file)()).toBe(false)
  })
})
