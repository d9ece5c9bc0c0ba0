import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { connect } from '../../../src/server/db/connect.ts'
import { bossOn } from '../../../src/server/db/job-schema.ts'
import { isMigrated, migrate, readJournal } from '../../../src/server/db/migrate.ts'
import { makeDatabase, useShop } from '../support/shop.ts'

const shop = useShop()
const base = mkdtempSync(join(tmpdir(), 'shop-migrations-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** The migrations of a release that has one more. */
function nextRelease(tag: string, sql: string): URL {
  const folder = join(base, tag)
  cpSync(new URL('../../../src/server/db/migrations', import.meta.url), folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const { entries } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ entries: [...entries, { idx: entries.length, when: Date.now(), tag }] }))
  writeFileSync(join(folder, `${tag}.sql`), sql)
  return pathToFileURL(`${folder}/`)
}

describe('migrations', () => {
  it('[OP-2] have rising times in the journal, so that none is skipped', async () => {
    const journal = await readJournal()
    expect(journal.map(({ idx }) => idx)).toEqual(journal.map((_, index) => index))
    expect(journal.map(({ when }) => when)).toEqual(journal.map(({ when }) => when).toSorted((a, b) => a - b))
  })

  it('[OP-2] run once when two processes start together, and stop before a newer database that breaks them', async () => {
    const { host, user } = inject('cluster')
    const root = connect({ host, user, database: 'postgres' }, 1)
    await root.query('create database twice')
    await root.close()
    const [one, two] = [connect({ host, user, database: 'twice' }, 1), connect({ host, user, database: 'twice' }, 1)]
    const applied = await Promise.all([migrate(one), migrate(two)])
    expect(applied.flat().toSorted()).toEqual((await readJournal()).map(({ tag }) => tag))
    expect(await isMigrated(one)).toBe(true)
    const drift = await bossOn(one).detectSchemaDrift()
    expect(drift).toMatchObject({ ok: true })
    await one.query(`insert into shop_migrations (tag) values ('9999_future')`)
    await expect(migrate(one)).rejects.toThrow('9999_future')
    await Promise.all([one.close(), two.close()])
  })

  it('[OP-2] that only add allow an older release to start', async () => {
    const db = await makeDatabase('empty')
    expect(await migrate(db, nextRelease('9998_adds', 'ALTER TABLE "users" ADD COLUMN "nick" text;'))).toEqual([
      '9998_adds',
    ])
    expect(await migrate(db)).toEqual([])
    expect(await isMigrated(db)).toBe(true)
    await db.close()
  })

  it('[OP-2] wait for a busy table in short attempts, between which the older process continues', async () => {
    const { db, app } = shop()
    const folder = nextRelease(
      '9997_waits',
      'ALTER TABLE "products" ADD COLUMN "mood" text;--> statement-breakpoint\nCREATE TABLE "moods" ("id" bigint);',
    )
    let release = (): void => undefined
    const released = new Promise<void>((done) => (release = done))
    // A report that somebody runs for minutes.
    const migration = db.transaction(async (inner) => {
      await inner.query('select count(*) from products')
      await released
    })
    await pause(50)
    const migrating = migrate(await ownConnection(), folder)
    // Each call comes to its end while the report still holds the table: behind a migration that waits for it without end none would.
    for (let turn = 0; turn < 8; turn += 1) {
      expect((await app.inject('/api/v2/index-trending/4')).statusCode).toBe(200)
      await pause(250)
    }
    release()
    await migration
    expect(await migrating).toEqual(['9997_waits'])
    expect((await app.inject('/api/v2/index-trending/4')).statusCode).toBe(200)
  })

  it('[OP-2] are applied completely or not at all', async () => {
    const db = await makeDatabase('empty')
    const folder = nextRelease(
      '9996_breaks',
      'CREATE TABLE "half" ("id" bigint);--> statement-breakpoint\nCREATE TABLE "users" ("id" bigint);',
    )
    await expect(migrate(db, folder)).rejects.toThrow('already exists')
    expect(await db.query(`select 1 from information_schema.tables where table_name = 'half'`)).toEqual([])
    await db.close()
  })

  it('[OP-2] refuse invalid rows', async () => {
    const db = await makeDatabase()
    await expect(db.query(`update products set price_inr = -1`)).rejects.toThrow('products_prices')
    await expect(db.query(`update reviews set score = 6`)).rejects.toThrow('reviews_score')
    await expect(db.query(`insert into users (email) values ('A@x.test'), ('a@X.test')`)).rejects.toThrow('users_email')
    await db.close()
  })
})

/** Of the new process; the test's pool is the old one's. */
async function ownConnection() {
  const { host, user } = inject('cluster')
  const [row] = await shop().db.query<{ name: string }>('select current_database() as name')
  const db = connect({ host, user, database: row?.name ?? '' }, 1)
  closing.push(db)
  return db
}
const closing: { close(): Promise<void> }[] = []
afterAll(() => Promise.all(closing.map((db) => db.close())))
