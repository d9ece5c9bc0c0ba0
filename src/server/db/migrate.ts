import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf, StartupError } from '../runtime/startup-error.ts'
import { BREAKING } from './breaking-migrations.ts'
import type { Db } from './connect.ts'
import { areJobsInstalled, installJobs } from './job-schema.ts'
import { LOCKS } from './locks.ts'

type Journal = { entries: { idx: number; when: number; tag: string }[] }
type Applied = { tag: string; is_additive: boolean | null }

const FOLDER = new URL('./migrations/', import.meta.url)
/** A migration that waits for a table lock blocks all later queries of the table, so it gives up after this time and retries. */
const LOCK_TIMEOUT = '3s'
const LOCK_NOT_AVAILABLE = '55P03'
const MAX_TRIES = 20

/**
 * Applies the generated migrations in the order of the journal, each by its name and in its own transaction. The migrator of
 * Drizzle compares time stamps, silently skips a migration that was merged late, and takes no lock.
 */
export async function migrate(db: Db, folder = FOLDER): Promise<string[]> {
  const journal = await readJournal(folder)
  await prepare(db)
  refuseNewer(await appliedTo(db), new Set(journal.map(({ tag }) => tag)))
  const done: string[] = []
  for (const { tag } of journal) if (await withRetries(() => applyOnce(db, folder, tag))) done.push(tag)
  await installJobs(db)
  await db.query('insert into catalog_version default values on conflict do nothing')
  return done
}

/** Whether all migrations of this release are applied; a newer release may have applied more. */
export async function isMigrated(db: Db): Promise<boolean> {
  const applied = new Set((await appliedTo(db)).map(({ tag }) => tag))
  return (await readJournal()).every(({ tag }) => applied.has(tag)) && (await areJobsInstalled(db))
}

export async function readJournal(folder = FOLDER): Promise<Journal['entries']> {
  const journal: Journal = JSON.parse(await readFile(new URL('meta/_journal.json', folder), 'utf8'))
  return journal.entries
}

const appliedTo = (db: Db): Promise<Applied[]> => db.query<Applied>('select tag, is_additive from shop_migrations')

async function prepare(db: Db): Promise<void> {
  await db.transaction(async (inner) => {
    await inner.query('select pg_advisory_xact_lock($1)', [LOCKS.migrations])
    await inner.query(
      'create table if not exists shop_migrations (tag text primary key, applied_at timestamptz not null default now())',
    )
    const [known] = await inner.query(
      `select 1 from information_schema.columns where table_name = 'shop_migrations' and column_name = 'is_additive'`,
    )
    if (!known) await inner.query('alter table shop_migrations add column is_additive boolean')
  })
}

/** A rollback to an older release is allowed if the newer one only added to the tables. */
function refuseNewer(applied: Applied[], known: Set<string>): void {
  const unknown = applied.filter(({ tag, is_additive }) => !known.has(tag) && !is_additive).map(({ tag }) => tag)
  if (unknown.length === 0) return
  throw new StartupError(
    `The database was migrated by a newer release (${unknown.join(', ')}): start that release, or set DATA_DIR to an empty folder.`,
  )
}

/** Returns false if another process has applied it. */
async function applyOnce(db: Db, folder: URL, tag: string): Promise<boolean> {
  return db.transaction(async (inner) => {
    await inner.query('select pg_advisory_xact_lock($1)', [LOCKS.migrations])
    if ((await inner.query('select 1 from shop_migrations where tag = $1', [tag])).length > 0) return false
    await inner.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    const text = await readFile(new URL(`${tag}.sql`, folder), 'utf8')
    for (const statement of text.split('--> statement-breakpoint')) await inner.query(statement)
    await inner.query('insert into shop_migrations (tag, is_additive) values ($1, $2)', [tag, !(tag in BREAKING)])
    return true
  })
}

async function withRetries(work: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    const result = await work().catch((error: unknown) => {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE || tries >= MAX_TRIES) throw error
    })
    if (result !== undefined) return result
    await wait(100 * tries)
  }
}
