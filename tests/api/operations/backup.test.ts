import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Database } from '../../../src/server/db/connect.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { maintenanceOf } from '../../../src/server/operations/maintenance.ts'
import { isPaused } from '../../../src/server/operations/payment-pause.ts'
import { hasRsync, startOwnServer, toolsFolder } from '../support/postgres-tools.ts'

const base = mkdtempSync(join(tmpdir(), 'shop-backup-'))
const FOLDER = new URL('../../../scripts/deploy/', import.meta.url).pathname
const OBJECT = 'covers/0123456789abcdef-320.webp'
const isAble = toolsFolder !== undefined && hasRsync

describe.skipIf(!isAble)(
  `[OP-3] a backup${isAble ? '' : ' (left out: no PostgreSQL with its own tools here, or no rsync)'}`,
  () => {
    let server: Awaited<ReturnType<typeof startOwnServer>>
    let shop: Database
    let restored: Database
    const saved = join(base, 'saved')
    let dump = ''

    beforeAll(async () => {
      chmodSync(base, 0o755)
      server = await startOwnServer(join(base, 'server'))
      const root = connect({ url: server.urlOf('postgres') }, 1)
      await root.query('create database shop')
      await root.query('create database restored')
      await root.close()
      shop = connect({ url: server.urlOf('shop') }, 2)
      restored = connect({ url: server.urlOf('restored') }, 2)
      await migrate(shop)
      await shop.query(`insert into pgboss.job (name, data) values ('mail', '{"payload":"श्रोता"}')`)
      await shop.query(
        `insert into jobs (id, kind, payload, created_at, due_at) values (gen_random_uuid(), 'mail', 'श्रोता', now(), now())`,
      )
      mkdirSync(join(base, 'data/media/covers'), { recursive: true })
      writeFileSync(join(base, 'data/media', OBJECT), 'a cover')
    })
    afterAll(async () => {
      await shop?.close()
      await restored?.close()
      await server?.stop()
      rmSync(base, { recursive: true, force: true })
    })

    function script(name: string, database: string, data: string, args: string[], first = '') {
      const path = [first, toolsFolder, process.env['PATH']].filter(Boolean).join(':')
      const env = {
        PATH: path,
        DATABASE_URL: database.includes('://') ? database : server.urlOf(database),
        DATA_DIR: join(base, data),
      }
      const { status, stdout, stderr } = spawnSync('sh', [join(FOLDER, name), ...args], { env })
      return { status, stdout: String(stdout).trim(), stderr: String(stderr) }
    }
    const restore = () => script('restore.sh', 'restored', 'new', [dump, join(saved, 'media')])

    it('contains database and media, and is restored into an empty target only', async () => {
      const output = script('backup.sh', 'shop', 'data', [saved])
      expect([output.status, output.stderr]).toEqual([0, ''])
      expect(await shop.query(`select key from shop_state where key = 'backup'`)).toHaveLength(1)
      dump = output.stdout
      const mistyped = script('restore.sh', 'restored', 'new', [dump, join(saved, 'medai')])
      expect(mistyped).toMatchObject({ status: 1, stderr: `there is no folder ${saved}/medai: nothing was restored\n` })
      expect(script('restore.sh', 'restored', 'new', [`${dump}x`, join(saved, 'media')]).status).toBe(1)
      expect(restore()).toMatchObject({ status: 0, stderr: '' })
      const instance = 'select instance from catalog_version'
      expect(await restored.query(instance)).toEqual(await shop.query(instance))
      expect(readFileSync(join(base, 'new/media', OBJECT), 'utf8')).toBe('a cover')
      expect(restore()).toMatchObject({ status: 1, stderr: expect.stringContaining('the database is not empty') })
    })

    it('keeps what the shop erased for 30 days, restores it only for a dump that names it, and leaves no half dump', async () => {
      const object = (name: string) => join(base, 'data/media', name)
      const apart = join(saved, 'erased')
      const monthsAgo = new Date(Date.now() - 31 * 86_400_000)
      const aged = (path: string) => utimesSync(path, monthsAgo, monthsAgo)
      for (const name of ['first', 'second']) writeFileSync(object(name), name)
      const run = () => script('backup.sh', 'shop', 'data', [saved])
      // The name of a run is its second.
      const nextSecond = () => new Promise((done) => setTimeout(done, 1_000))
      run()
      await nextSecond()
      rmSync(object('first'))
      writeFileSync(join(saved, 'killed.dump.part'), '')
      aged(join(saved, 'killed.dump.part'))
      run()
      expect(existsSync(join(saved, 'killed.dump.part'))).toBe(false)
      expect(existsSync(join(saved, 'media/first'))).toBe(false)
      await nextSecond()
      rmSync(object('second'))
      const last = run().stdout
      const restoredOf = async (from: string, data: string) => {
        await restored.query('drop schema public cascade')
        await restored.query('drop schema if exists pgboss, drizzle cascade')
        await restored.query('create schema public')
        expect(script('restore.sh', 'restored', data, [from, join(saved, 'media')])).toMatchObject({ status: 0 })
        return ['first', 'second'].map((name) => existsSync(join(base, data, 'media', name)))
      }
      expect(await restoredOf(dump, 'older')).toEqual([true, true])
      // The second went between the last two backups: the last dump may still name it.
      expect(await restoredOf(last, 'newer')).toEqual([false, true])
      readdirSync(apart).forEach((day) => aged(join(apart, day)))
      run()
      expect(readdirSync(apart)).toEqual([])
    })

    it('does not fail for a file that disappears meanwhile, but for other errors', () => {
      const rsyncEndsBy = (code: number) => {
        mkdirSync(join(base, String(code)))
        writeFileSync(join(base, String(code), 'rsync'), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 })
        return script('backup.sh', 'shop', 'data', [join(base, `saved${code}`)], join(base, String(code))).status
      }
      expect([rsyncEndsBy(24), rsyncEndsBy(23)]).toEqual([0, 1])
    })

    it('puts no database password on a command line', () => {
      const lines = join(base, 'lines')
      mkdirSync(join(base, 'spy'))
      for (const tool of ['pg_dump', 'pg_restore', 'psql'])
        writeFileSync(
          join(base, 'spy', tool),
          `#!/bin/sh\necho "$0 $*" >> ${lines}\nexec ${toolsFolder}/${tool} "$@"\n`,
          { mode: 0o755 },
        )
      const url = server.urlOf('shop').replace('shop@', 'shop:se%27cret%20word@')
      expect(script('backup.sh', url, 'data', [join(base, 'spied')], join(base, 'spy')).status).toBe(0)
      expect(script('restore.sh', url, 'data', [dump, join(saved, 'media')], join(base, 'spy')).status).toBe(1)
      expect(readFileSync(lines, 'utf8')).toMatch(/pg_dump[^]*psql/)
      expect(readFileSync(lines, 'utf8')).not.toMatch(/cret|postgres:/)
    })

    it('after a restore sends and debits nothing, and is in maintenance', async () => {
      expect(
        await restored.query('select convert_from(payload, $1) as payload from jobs where failed_at is not null', [
          'UTF8',
        ]),
      ).toEqual([{ payload: 'श्रोता' }])
      expect(await restored.query('select name, data, source_name from pgboss.job')).toEqual([
        { name: 'undelivered', data: { payload: 'श्रोता' }, source_name: 'mail' },
      ])
      expect([await isPaused({ db: restored }), (await maintenanceOf({ db: restored })).isClosed]).toEqual([true, true])
      expect([await isPaused({ db: shop }), (await maintenanceOf({ db: shop })).isClosed]).toEqual([false, false])
    })
  },
)
