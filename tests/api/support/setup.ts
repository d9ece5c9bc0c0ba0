import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { diskStore } from '../../../src/server/adapters/media/disk.ts'
import { connect } from '../../../src/server/db/connect.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { startEmbedded } from '../../../src/server/embedded/server.ts'
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import { copyCluster } from './cluster.ts'
import { makeFolder, source } from './fixture.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { host: string; user: string; folder: string; media: string; template: string; empty: string }
  }
}

/** One real PostgreSQL for the run; every test file copies the databases that are filled here. */
export async function setup(project: TestProject): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), 'shop-api-'))
  await copyCluster(join(base, 'data'))
  const server = await startEmbedded(join(base, 'data'), {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  })
  const media = join(base, 'media')
  const folder = await makeFolder(join(base, 'files'))
  await fill(server, 'empty')
  await fill(server, 'template_shop', source(folder), media)
  project.provide('cluster', {
    host: server.host,
    user: server.user,
    folder,
    media,
    template: 'template_shop',
    empty: 'empty',
  })
  stop = () => server.stop().finally(() => rmSync(base, { recursive: true, force: true }))
}

let stop: (() => Promise<void>) | undefined
export async function teardown(): Promise<void> {
  await stop?.()
}

async function fill(
  server: { host: string; user: string },
  name: string,
  catalog?: ReturnType<typeof source>,
  media = '',
): Promise<void> {
  const root = connect({ ...server, database: 'postgres' }, 1)
  await root.query(`create database ${name}`)
  await root.close()
  const db = connect({ ...server, database: name }, 2)
  await migrate(db)
  if (catalog)
    await importCatalog({ db, media: diskStore(media), now: () => new Date('2026-11-21T06:00:00Z') }, catalog)
  await db.close()
}
