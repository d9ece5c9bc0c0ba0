import { readFile } from 'node:fs/promises'
import { type Db } from './connect.ts'
import { StopReason } from '../lib/stop.ts'

type Journal = { entries: { idx: number; when: number; tag: string }[] }

const FOLDER = new URL('./migrations/', import.meta.url)
/** Any number that nothing else locks: two API processes may start at once. */
const LOCK = 4_815_162

/**
 * Applies the generated migrations in the order of the journal, each by its name. Drizzle's own migrator goes by time
 * stamps, skips one that was merged late without a word and takes no lock.
 */
export async function migrate(db: Db): Promise<string[]> {
  const journal = await readJournal()
  return db.transaction(async (inner) => {
    await inner.query('select pg_advisory_xact_lock($1)', [LOCK])
    await inner.query('create table if not exists shop_migrations (tag text primary key, applied_at timestamptz not null default now())')
    const applied = new Set((await inner.query<{ tag: string }>('select tag from shop_migrations')).map(({ tag }) => tag))
    const known = new Set(journal.map(({ tag }) => tag))
    const foreign = [...applied].filter((tag) => !known.has(tag))
    if (foreign.length > 0)
      throw new StopReason(`The database was migrated by a newer release (${foreign.join(', ')}): start that release, or name an empty folder by DATA_DIR.`)
    const due = journal.filter(({ tag }) => !applied.has(tag))
    for (const { tag } of due) await apply(inner, tag)
    await inner.query('insert into catalog_version default values on conflict do nothing')
    return due.map(({ tag }) => tag)
  })
}

export async function readJournal(): Promise<Journal['entries']> {
  const journal: Journal = JSON.parse(await readFile(new URL('meta/_journal.json', FOLDER), 'utf8'))
  return journal.entries
}

async function apply(db: Db, tag: string): Promise<void> {
  const text = await readFile(new URL(`${tag}.sql`, FOLDER), 'utf8')
  for (const statement of text.split('--> statement-breakpoint')) await db.query(statement)
  await db.query('insert into shop_migrations (tag) values ($1)', [tag])
}
