import type { Database, Db } from '../../../src/server/db/connect.ts'
import { UNSENT_JOBS } from '../../../src/server/jobs/unsent-jobs.ts'

export type Unsent = { id: string; kind: string; tries: number; created_at: Date; failed_at: Date | null }

export const unsentJobs = (db: Pick<Db, 'query'>): Promise<Unsent[]> =>
  db.query<Unsent>(`select * from ${UNSENT_JOBS} jobs order by created_at`)

/** Everything that waits or was given up, so that a test begins with nothing to send. */
export const emptyQueues = (db: Pick<Db, 'query'>): Promise<unknown> => db.query('delete from pgboss.job')

/** A mail that was given up after its last try. */
export async function addUndelivered(db: Pick<Db, 'query'>, at: Date | string): Promise<void> {
  await db.query(
    `insert into pgboss.job (name, data, source_name, source_id, source_created_on, source_retry_count, created_on, keep_until)
     values ('undelivered', '{"payload":"locked"}', 'mail', gen_random_uuid(), $1, 11, $1, $1::timestamptz + interval '31 days')`,
    [at],
  )
}

/** A mail that waits since then, and is not due for a year. */
export async function addWaiting(db: Pick<Db, 'query'>, since: Date): Promise<void> {
  await db.query(
    `insert into pgboss.job (name, data, priority, created_on, start_after, keep_until)
     values ('mail', '{"payload":"locked"}', 10, $1, $1::timestamptz + interval '1 year', $1::timestamptz + interval '2 years')`,
    [since],
  )
}

/** pg-boss asks the database for the time: here it gets the clock of the test, as the shop does. */
export function onTestClock(db: Database, now: () => Date): Database {
  const timed = (text: string) => text.replaceAll('pgboss.job_now()', `'${now().toISOString()}'::timestamptz`)
  const wrap = (inner: Db): Db => ({
    query: (text, ...rest) => inner.query(timed(text), ...rest),
    transaction: (work) => inner.transaction((nested) => work(wrap(nested))),
  })
  return { ...db, ...wrap(db) }
}
