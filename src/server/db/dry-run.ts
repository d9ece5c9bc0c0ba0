import type { QueryResultRow } from 'pg'
import type { Db } from './connect.ts'

const rehearsals = new WeakSet<Db>()
export const isDryRun = (db: Db): boolean => rehearsals.has(db)

/**
 * Does the work as it would be done and takes everything back. It holds up nobody: the lock of imports and the row that
 * every import writes are left alone (`importStep`), so that a listener may erase an account meanwhile.
 */
export async function dryRun<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  const done: Result[] = []
  const takeBack = new Error('taken back')
  await db
    .transaction(async (inner) => {
      const rehearsal = oneByOne(inner)
      rehearsals.add(rehearsal)
      done.push(await work(rehearsal))
      throw takeBack
    })
    .catch((error) => error === takeBack || Promise.reject(error))
  const [result] = done
  if (result === undefined) throw takeBack
  return result
}

/** How many rows are deleted; a rehearsal counts them, because whoever names a row that is being deleted would have to wait. */
export async function goneOf(db: Db, rows: string, values: unknown[]): Promise<number> {
  return (
    await db.query(
      `${isDryRun(db) ? 'select 1 from' : 'delete from'} ${rows}${isDryRun(db) ? '' : ' returning 1'}`,
      values,
    )
  ).length
}

/** An import asks about several files at once, which one connection does not take. */
function oneByOne(inner: Db): Db {
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
