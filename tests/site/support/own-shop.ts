import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { benchConfig } from '../../../scripts/bench/shop/config.ts'
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import { startShop, type Shop } from '../../../src/server/main.ts'
import { copyCluster } from '../../api/support/cluster.ts'
import { makeFolder, source } from '../../api/support/fixture.ts'
import { buildFolder, runBuild, type Stop } from './proxy.ts'

/** A shop of its own with a database of its own, whose catalog a test changes as publishers and operators do. */
export function useOwnShop() {
  const folder = mkdtempSync(join(tmpdir(), 'shop-own-'))
  const [grown, whole] = [buildFolder('own'), buildFolder('own-whole')]
  let shop: Shop
  beforeAll(async () => {
    await copyCluster(join(folder, 'data'))
    shop = await startShop({ ...benchConfig(join(folder, 'data')), host: '127.0.0.1' })
    await importCatalog(shop.context, source(await makeFolder(join(folder, 'files'))))
    // Two builds read the same catalog only when no sample comes between them.
    for (const table of ['audio_editions', 'made_samples'])
      await shop.context.db.query(`delete from ${table} where state = 'waiting'`)
  })
  afterAll(async () => {
    await shop.close()
    for (const one of [folder, grown, whole]) rmSync(one, { recursive: true, force: true })
  })
  return {
    grown,
    whole,
    shop: () => shop,
    site: join(grown, 'site'),
    current: (dataDir = grown) => join(dataDir, 'site/current'),
    /** Ends PostgreSQL; the shop starts it again. Ends when the API answers. */
    async restartDatabase(): Promise<void> {
      const postmaster = () => Number(readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0])
      const pid = postmaster()
      process.kill(pid, 'SIGINT')
      const isBack = async () => postmaster() !== pid && (await fetch(`${shop.address}/api/build/version/`)).ok
      while (!(await isBack().catch(() => false))) await wait(50)
    },
    /** Runs a statement as an operator would who knows that the version has to rise. */
    async change(statement: string): Promise<void> {
      await shop.context.db.query(statement)
      await shop.context.db.query('update catalog_version set revision = revision + 1, updated_at = now()')
    },
    rebuild: (args: string[] = [], stop?: Stop) =>
      runBuild({ script: 'rebuild', args, apiUrl: shop.address, dataDir: grown, ...(stop && { stop }) }),
    /** A build of everything, from answers that are all read again. */
    async buildWhole() {
      rmSync(join(whole, 'site'), { recursive: true, force: true })
      return runBuild({ apiUrl: shop.address, dataDir: whole })
    },
  }
}
