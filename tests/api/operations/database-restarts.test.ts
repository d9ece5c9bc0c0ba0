import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { prepare, startFleet, type Fleet, type Title } from '../../../scripts/bench/load/fleet.ts'
import { lostPositions, startLoad } from '../../../scripts/bench/load/fleet-load.ts'
import { freePort } from '../../../scripts/process/free-port.ts'
import { buildApp } from '../../../src/server/app.ts'
import { readConfig } from '../../../src/server/config.ts'
import { connect, type Database } from '../../../src/server/db/connect.ts'
import { startShop, type Shop } from '../../../src/server/main.ts'
import { copyCluster } from '../support/cluster.ts'
import { source, titles } from '../support/fixture.ts'

const base = mkdtempSync(join(tmpdir(), 'shop-restarts-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('a database on a server', () => {
  let db: Database
  let fleet: Fleet
  let title: Title
  let tokens: string[]

  beforeAll(async () => {
    const { host, user, empty } = inject('cluster')
    db = connect({ host, user, database: 'postgres' }, 1)
    await db.query(`create database restarting template ${empty}`)
    const url = `postgres://${user}@localhost/restarting?host=${encodeURIComponent(host)}`
    const prepared = await prepare(url, 8)
    title = prepared.title
    tokens = prepared.tokens
    const env = { DATABASE_URL: url, DATA_DIR: join(base, 'data'), LOG_LEVEL: 'silent' }
    fleet = await startFleet(env, [await freePort()])
  })
  afterAll(async () => {
    await fleet?.stop()
    await db.close()
  })

  it('[RL-1] that ends all connections twenty times under load ends no process and loses nothing that was acknowledged', async () => {
    const { load, end } = startLoad(fleet, title, tokens)
    // Each listener has begun: without the start of a track there is nothing to report.
    await expect.poll(() => load.listeners.every(({ confirmed }) => confirmed > 0), { timeout: 20_000 }).toBe(true)
    for (let time = 1; time <= 20; time += 1) {
      const done = load.done
      await expect.poll(() => load.done, { timeout: 20_000, interval: 20 }).toBeGreaterThan(done + 5)
      await db.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'restarting'`)
    }
    const done = load.done
    await expect.poll(() => load.done, { timeout: 20_000 }).toBeGreaterThan(done + 5)
    await end()
    expect(load.broken.filter((answer) => !/^503 .*"fault":"unavailable","seconds":2/.test(answer))).toEqual([])
    expect(load.broken.length).toBeGreaterThan(0)
    expect(await lostPositions(fleet.addresses[0] ?? '', load, title)).toBe(0)
  })
})

describe('the embedded database', () => {
  let shop: Shop
  const dataDir = join(base, 'embedded')

  beforeAll(async () => {
    const { folder } = inject('cluster')
    const options = {
      demoFolder: folder,
      loadDemo: async () => ({ titles: titles.length, source: source(folder) }),
    }
    await copyCluster(dataDir)
    shop = await startShop(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }), undefined, options)
  })
  afterAll(() => shop?.close())

  const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const ask = (headers = {}) => fetch(`${shop.address}${endpoints.bulkVersion.path}`, { headers })

  it.each(['SIGKILL', 'SIGINT'] as const)(
    '[RL-1] is started again after %s; requests answer 503 meanwhile',
    async (signal) => {
      const [pid, warned] = [postmaster(), once(process, 'warning')]
      expect((await ask()).status).toBe(200)
      process.kill(pid, signal)
      const answers = new Set<string>()
      const poll = async () => {
        const { status, headers } = await ask()
        answers.add(`${status} ${headers.get('retry-after') ?? ''}`.trim())
        return status
      }
      await expect.poll(poll, { timeout: 30_000, interval: 1 }).toBe(503)
      await expect.poll(poll, { timeout: 60_000, interval: 20 }).toBe(200)
      expect([...answers].toSorted()).toEqual(['200', '503 2'])
      expect(postmaster()).not.toBe(pid)
      expect(String(await warned)).toContain('embedded PostgreSQL')
    },
  )

  it('[RL-1] that is away shows a page in the language of the reader whom a gateway sends back', async () => {
    const db = connect({ host: join(base, 'nothing-here'), user: 'shop', database: 'postgres' })
    const app = await buildApp({ ...shop.context, db })
    const page = (language: string) =>
      app.inject({
        url: `/api/payment/paypal/return/${randomUUID()}?token=5O190127TN364715T`,
        headers: { accept: 'text/html,*/*', 'accept-language': language },
      })
    const [english, marathi] = [await page('en-IN'), await page('mr-IN')]
    await app.close()
    expect([english.statusCode, english.headers['retry-after']]).toEqual([503, '2'])
    expect(english.body).toContain('<html lang="en">')
    expect(english.body).toContain('The shop is starting again')
    expect(marathi.body).toContain('दुकान पुन्हा सुरू होत आहे')
  })
})
