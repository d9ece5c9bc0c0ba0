import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { prepare, startFleet, type Fleet, type Title } from '../../../scripts/bench/load/fleet.ts'
import { lostPositions, startLoad } from '../../../scripts/bench/load/fleet-load.ts'
import { startSmtpServer, type RecordingSmtpServer } from '../../../scripts/bench/shop/smtp-server.ts'
import { freePort } from '../../../scripts/process/free-port.ts'
import { connect, type Database } from '../../../src/server/db/connect.ts'
import { unsentJobs } from '../support/jobs.ts'

const base = mkdtempSync(join(tmpdir(), 'shop-fleet-'))
let db: Database
let url: string
let fleet: Fleet
const ended: Fleet[] = []
let smtpServer: RecordingSmtpServer
let title: Title
let tokens: string[]

beforeAll(async () => {
  const { host, user, empty } = inject('cluster')
  const root = connect({ host, user, database: 'postgres' }, 1)
  await root.query(`create database fleet template ${empty}`)
  await root.close()
  url = `postgres://${user}@localhost/fleet?host=${encodeURIComponent(host)}`
  db = connect({ url }, 2)
  smtpServer = await startSmtpServer()
  const prepared = await prepare(url, 8)
  title = prepared.title
  tokens = prepared.tokens
  fleet = await startFleet(
    { DATABASE_URL: url, DATA_DIR: join(base, 'data'), SMTP_URL: smtpServer.url, DRAIN_SECONDS: '1' },
    [await freePort(), await freePort()],
  )
})
afterAll(async () => {
  await fleet?.stop()
  await Promise.all(ended.map((one) => one.stop()))
  await smtpServer.stop()
  await db.close()
  rmSync(base, { recursive: true, force: true })
})

/** What a killed process was sending goes out again when its heartbeat was missed: nobody waits so long here. */
const sendNow = (killedAt: Date) =>
  db.query(
    `update pgboss.job set state = 'retry', start_after = now() where state = 'retry' or state = 'active' and started_on < $1`,
    [killedAt],
  )
const countUnsent = async () => (await unsentJobs(db)).length

describe('two processes over one PostgreSQL', () => {
  it('[OP-3] that are stopped one after the other under load break no request, lose no listening position and no mail', async () => {
    const { load, end } = startLoad(fleet, title, tokens)
    const codes: (number | null)[] = []
    for (const index of [0, 1]) {
      await pause(1_000)
      codes.push((await fleet.replace(index, 'SIGTERM')).code)
    }
    await end()
    expect(load.done).toBeGreaterThan(50)
    expect(load.broken).toEqual([])
    // A process that does not end within the limit exits with 1.
    expect(codes).toEqual([0, 0])
    expect(await lostPositions(fleet.addresses[0] ?? '', load, title)).toBe(0)
    await expect.poll(countUnsent, { timeout: 60_000 }).toBe(0)
    // No process was killed: each mail was sent once.
    expect(load.registeredEmails.filter((email) => smtpServer.mails.get(email)?.length !== 1)).toEqual([])
  })

  it('[OP-2] of which one is killed repeatedly under load lose nothing that was acknowledged', async () => {
    const { load, end } = startLoad(fleet, title, tokens)
    const killed = [0, 1, 0]
    for (const index of killed) {
      await pause(1_000)
      await fleet.replace(index, 'SIGKILL')
    }
    const killedAt = new Date()
    await end()
    expect(load.done).toBeGreaterThan(50)
    expect(load.broken.filter((fault) => !/^(?:ECONNRESET|EPIPE)$/.test(fault))).toEqual([])
    expect(await lostPositions(fleet.addresses[0] ?? '', load, title)).toBe(0)
    await sendNow(killedAt)
    await expect.poll(countUnsent, { timeout: 60_000 }).toBe(0)
    const mails = load.registeredEmails.map((email) => smtpServer.mails.get(email) ?? [])
    expect(mails.filter((ids) => ids.length === 0)).toEqual([])
    // At least once: a repeated mail has the same Message-ID.
    expect(mails.filter((ids) => new Set(ids).size !== 1)).toEqual([])
    // A process sends one mail at a time.
    expect(mails.filter((ids) => ids.length > 1).length).toBeLessThanOrEqual(killed.length)
  })

  it('[OP-3] that cannot end in time are stopped, with another exit code', async () => {
    const env = { DATABASE_URL: url, DATA_DIR: join(base, 'stuck'), DRAIN_SECONDS: '3', STOP_SECONDS: '1' }
    const stuck = await startFleet(env, [await freePort()])
    ended.push(stuck)
    // A request that never ends; the limit counts after the drain.
    const { hostname, port } = new URL(stuck.addresses[0] ?? '')
    const call = createConnection(Number(port), hostname, () =>
      call.write('POST /api/v2/contact-us/ HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{'),
    )
    call.on('error', () => undefined)
    await once(call, 'ready')
    const { code, milliseconds } = await stuck.replace(0, 'SIGTERM')
    expect([code, milliseconds > 3_900]).toEqual([1, true])
    const second = stuck.replace(0, 'SIGTERM')
    // Two pending signals count as one.
    await pause(300)
    stuck.signal(0, 'SIGTERM')
    // Without waiting for the drain, which takes 3 s.
    expect((await second).milliseconds).toBeLessThan(3_000)
  })
})
