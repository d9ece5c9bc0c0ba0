import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../../../src/server/db/connect.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { startEmbedded } from '../../../src/server/embedded/server.ts'
import { UNSENT_JOBS } from '../../../src/server/jobs/unsent.ts'
import { lostPlaces, prepare, startFleet, startLoad } from './fleet.ts'
import { startPostbox } from '../shop/smtp-server.ts'
import { freePort } from '../../process/free-port.ts'
import { WORK } from '../shop/shop.ts'
import type { Bench } from '../table.ts'
import { size } from '../size.ts'

const SECONDS = size(60, 2)
const KILL_EVERY_SECONDS = size(5, 2)
const LISTENERS = size(20, 2)
/** Longer than it takes until another process sends what a killed one was sending. */
const SETTLE_SECONDS = 150

/** Two processes of the API over one PostgreSQL under load, of which one is killed every five seconds. */
export const faultBench: Bench = {
  name: 'fault',
  async run() {
    const folder = join(WORK, 'fault')
    rmSync(folder, { recursive: true, force: true })
    const server = await startEmbedded(folder)
    const url = `postgres://${server.user}@localhost/${server.database}?host=${encodeURIComponent(server.host)}`
    const db = connect({ url }, 2)
    await migrate(db)
    const postbox = await startPostbox()
    try {
      const { title, tokens } = await prepare(url, LISTENERS)
      const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'api'), SMTP_URL: postbox.url }
      const fleet = await startFleet(env, [await freePort(), await freePort()])
      const { load, end } = startLoad(fleet, title, tokens)
      for (let kill = 0; kill < SECONDS / KILL_EVERY_SECONDS; kill += 1) {
        await pause(KILL_EVERY_SECONDS * 1000)
        await fleet.replace(kill % 2, 'SIGKILL')
      }
      await end()
      const lost = await lostPlaces(fleet.addresses[0] ?? '', load, title)
      for (
        let waited = 0;
        waited < SETTLE_SECONDS && (await db.query(`select 1 from ${UNSENT_JOBS} jobs`)).length > 0;
        waited += 1
      )
        await pause(1000)
      await fleet.stop()
      const mails = load.asked.map((email) => postbox.mails.get(email) ?? [])
      return [
        { what: 'acknowledged places of listeners lost', measured: lost, must: 0 },
        {
          what: 'acknowledged mails that never came',
          measured: mails.filter((ids) => ids.length === 0).length,
          must: 0,
        },
        {
          what: 'mails that came again under another Message-ID',
          measured: mails.filter((ids) => new Set(ids).size > 1).length,
          must: 0,
        },
        { what: 'mails that came twice', measured: mails.filter((ids) => ids.length > 1).length },
        { what: 'kills', measured: SECONDS / KILL_EVERY_SECONDS },
        { what: 'calls acknowledged', measured: load.done },
        { what: 'calls cut by a kill', measured: load.broken.length },
      ]
    } finally {
      await postbox.stop()
      await db.close()
      await server.stop()
    }
  },
}
