import { createHash } from 'node:crypto'
import type { Db } from './connect.ts'
import { isDryRun } from './dry-run.ts'
import { LOCKS } from './locks.ts'

/** Table, key column, type of every written column, and SQL expressions for columns that an update must not simply overwrite. */
export type Target = {
  table: string
  key: string
  columns: Record<string, string>
  changed?: Record<string, string>
  /** The columns are all that a row is: one that is stored alike is unchanged, whatever its digest. */
  isWhole?: boolean
}
export type Row = Record<string, unknown> & { digest: string }
export type Saved = { id: number; key: string }

export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
}

/** Writes and returns the rows whose digest differs from the stored one; a dry run writes only new ones. Column names come from code, never from input. */
export async function upsertChanged(db: Db, target: Target, rows: Row[], now: Date): Promise<Saved[]> {
  const { table, key } = target
  const known = await db.query<Saved & { digest: string }>(
    `select id, ${key} as key, digest from ${table} where ${key} = any($1)`,
    [rows.map((row) => row[key])],
  )
  const digests = new Map(known.map((row) => [row.key, row.digest]))
  const differing = rows.filter((row) => digests.get(String(row[key])) !== row.digest)
  const stored = target.isWhole ? await storedAlike(db, target, differing, now) : new Set()
  const changed = differing.filter((row) => !stored.has(row[key]))
  if (changed.length === 0) return []
  // An updated row would be locked until a dry run ends.
  const updated = isDryRun(db) ? known.filter((row) => changed.some((one) => one[key] === row.key)) : []
  const written = changed.filter((row) => !updated.some((one) => one.key === row[key]))
  return [...updated, ...(await upsert(db, target, written, now))]
}

function upsert(
  db: Db,
  { table, key, columns, changed: rules = {} }: Target,
  rows: Row[],
  now: Date,
): Promise<Saved[]> {
  const names = Object.keys(columns)
  const updates = names.filter((name) => name !== key).map((name) => `${name} = ${rules[name] ?? `excluded.${name}`}`)
  return db.query<Saved>(
    `insert into ${table} (${names.join(', ')}, digest, updated_at)
     select ${names.join(', ')}, digest, $2 from jsonb_to_recordset($1) as r(${names.map((name) => `${name} ${columns[name]}`).join(', ')}, digest text)
     on conflict (${key}) do update set ${updates.join(', ')}, digest = excluded.digest, updated_at = excluded.updated_at
     returning id, ${key} as key`,
    [JSON.stringify(rows), now],
  )
}

/** Keys of rows that an update would leave as they are. */
async function storedAlike(
  db: Db,
  { table, key, columns, changed: rules = {} }: Target,
  rows: Row[],
  now: Date,
): Promise<Set<unknown>> {
  const names = Object.keys(columns).filter((name) => name !== key)
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  const same = names.map((name) => `${table}.${name} is not distinct from ${rules[name] ?? `excluded.${name}`}`)
  const found = await db.query<{ key: string }>(
    `select ${table}.${key} as key from ${table} join (select r.*, $2::timestamptz as updated_at from jsonb_to_recordset($1) as r(${types.join(', ')})) as excluded
     on ${table}.${key} = excluded.${key} where ${same.join(' and ')}`,
    [JSON.stringify(rows), now],
  )
  return new Set(found.map((row) => row.key))
}

/** Inserts rows that belong to another row and are replaced with it. */
export async function insertAll(
  db: Db,
  table: string,
  columns: Record<string, string>,
  rows: Record<string, unknown>[],
): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(columns).join(', ')
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  await db.query(
    `insert into ${table} (${names}) select ${names} from jsonb_to_recordset($1) as r(${types.join(', ')})`,
    [JSON.stringify(rows)],
  )
}

/** Held until the transaction ends. Whoever locks rows as well asks for it before them. */
export const lockCatalog = (inner: Db) => inner.query('select pg_advisory_xact_lock($1)', [LOCKS.catalog])

/** Changes the catalog in one transaction, one after the other; raises its version when something changed. */
export async function changeCatalog(db: Db, now: Date, work: (db: Db) => Promise<number>): Promise<number> {
  return db.transaction(async (inner) => {
    const isWriting = !isDryRun(inner)
    if (isWriting) await lockCatalog(inner)
    const changed = await work(inner)
    if (changed > 0 && isWriting)
      await inner.query('update catalog_version set revision = revision + 1, updated_at = $1', [now])
    return changed
  })
}
