import type { QueryResultRow } from 'pg'
import type { Db } from './connect.ts'

const dryRunDbs = new WeakSet<Db>()
export const isDryRun = (db: Db): boolean => dryRunDbs.has(db)

/**
 * Does the work in a transaction and rolls it back. It blocks no other request: `changeCatalog` takes neither the catalog
 * lock nor the version row in a dry run, so that a listener can erase an account meanwhile, and rows of the shop are not updated.
 */
export async function dryRun<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  const done: Result[] = []
  const rollback = new Error('dry run rolled back')
  await db
    .transaction(async (inner) => {
      const dryRunDb = serializeQueries(inner)
      dryRunDbs.add(dryRunDb)
      done.push(await work(dryRunDb))
      throw rollback
    })
    .catch((error) => error === rollback || Promise.reject(error))
  const [result] = done
  if (result === undefined) throw rollback
  return result
}

/**
 * Does work whose rows no later step needs. A dry run takes it back at once: the locks of these rows would be held for the hours in
 * which it reads sound, and payments and the desk would wait for them.
 */
export async function takeBackInDryRun<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  if (!isDryRun(db)) return work(db)
  await db.query('savepoint of_dry_run')
  const result = await work(db)
  await db.query('rollback to savepoint of_dry_run')
  // Else the next one nests in it: hundreds of them slow down all readers of the database.
  await db.query('release savepoint of_dry_run')
  return result
}

/** Deletes rows and returns their number. A dry run only counts them: a deleted row would block every query that references it. */
export async function deleteRows(db: Db, fromClause: string, values: unknown[]): Promise<number> {
  return (
    await db.query(
      `${isDryRun(db) ? 'select 1 from' : 'delete from'} ${fromClause}${isDryRun(db) ? '' : ' returning 1'}`,
      values,
    )
  ).length
}

/** An import queries for several files at once; one connection runs one query at a time. */
function serializeQueries(inner: Db): Db {
  let last: Promise<unknown> = Promise.resolve()
  const db: Db = {
    query: <Row extends QueryResultRow>(text: string, values?: unknown[], name?: string) => {
      const next = last.then(() => inner.query<Row>(text, values, name))
      last = next.catch(() => undefined)
      return next
    },
    transaction: (work) => work(db),
  }
  return db
}
