import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Db } from '../../../src/server/db/connect.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { startEmbedded } from '../../../src/server/embedded/server.ts'
import { UNSENT_JOBS } from '../../../src/server/jobs/unsent-jobs.ts'
import { prepare, startFleet } from './fleet.ts'
import { lostPositions, startLoad, type Load } from './fleet-load.ts'
import { startSmtpServer } from '../shop/smtp-server.ts'
import { freePort } from '../../process/free-port.ts'
import { WORK } from '../shop/shop.ts'
import type { Bench, Row } from '../table.ts'
import { isMini, size } from '../size.ts'

const SECONDS = size(60, 2)
const KILL_EVERY_SECONDS = size(5, 2)
const LISTENERS = size(20, 2)
/** Longer than it takes until another process sends what a killed one was sending. The smallest run does not wait. */
const SETTLE_SECONDS = size(150, 0)

/** Two API processes on one PostgreSQL under load; one is killed every five seconds. */
export const faultBench: Bench = {
  name: 'fault',
  async run() {
    const folder = join(WORK, 'fault')
    rmSync(folder, { recursive: true, force: true })
    const server = await startEmbedded(folder)
    const url = `postgres://${server.user}@localhost/${server.database}?host=${encodeURIComponent(server.host)}`
    const db = connect({ url }, 2)
    await migrate(db)
    const smtpServer = await startSmtpServer()
    try {
      const { title, tokens } = await prepare(url, LISTENERS)
      const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'api'), SMTP_URL: smtpServer.url }
      const fleet = await startFleet(env, [await freePort(), await freePort()])
      const { load, end } = startLoad(fleet, title, tokens)
      for (let kill = 0; kill < SECONDS / KILL_EVERY_SECONDS; kill += 1) {
        await pause(KILL_EVERY_SECONDS * 1000)
        await fleet.replace(kill % 2, 'SIGKILL')
      }
      await end()
      const lost = await lostPositions(fleet.addresses[0] ?? '', load, title)
      for (let waited = 0; waited < SETTLE_SECONDS && (await unsentJobs(db)) > 0; waited += 1) await pause(1000)
      await fleet.stop()
      return resultRows(
        load,
        lost,
        await unsentJobs(db),
        load.registeredEmails.map((email) => smtpServer.mails.get(email) ?? []),
      )
    } finally {
      await smtpServer.stop()
      await db.close()
      await server.stop()
    }
  },
}

const unsentJobs = async (db: Db): Promise<number> =>
  (await db.query(`select 1 from ${UNSENT_JOBS} jobs where failed_at is null`)).length

/** `waiting`: jobs that are still in the queue, without those that were given up. Their mails are late and not lost. */
function resultRows(load: Load, lost: number, waiting: number, mails: string[][]): Row[] {
  return [
    { what: 'confirmed positions of listeners lost', measured: lost, must: 0 },
    {
      what: 'confirmed mails that were never sent',
      measured: Math.max(0, mails.filter((ids) => ids.length === 0).length - waiting),
      must: 0,
    },
    // The smallest run ends with its load: a slow machine is then still sending.
    { what: 'mails still in the queue at the end', measured: waiting, ...(isMini ? {} : { must: 0 }) },
    {
      what: 'mails that were repeated with another Message-ID',
      measured: mails.filter((ids) => new Set(ids).size > 1).length,
      must: 0,
    },
    { what: 'mails that were sent twice', measured: mails.filter((ids) => ids.length > 1).length },
    { what: 'kills', measured: SECONDS / KILL_EVERY_SECONDS },
    { what: 'calls confirmed', measured: load.done },
    { what: 'calls interrupted by a kill', measured: load.broken.length },
  ]
}
