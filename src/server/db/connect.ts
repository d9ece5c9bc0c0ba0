import { Pool, TypeOverrides, type PoolClient, type QueryResult, type QueryResultRow } from 'pg'
import { codeOf, messageOf, StartupError } from '../runtime/startup-error.ts'

/** What services see of the database: SQL with values, and transactions. A `name` keeps the statement prepared (twice as fast). */
export type Db = {
  query<Row extends QueryResultRow>(text: string, values?: unknown[], name?: string): Promise<Row[]>
  /** All or nothing. Inside, only the given `Db` belongs to the transaction. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
}
export type Database = Db & {
  close(): Promise<void>
  /** Connections of this process. */
  load(): { open: number; idle: number; awaited: number }
}
export type Target = { url: string } | { host: string; user: string; database: string }

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082
// Ids and counts stay far below 2^53. Dates stay the text they are: a Date would move them by a time zone.
const types = new TypeOverrides()
types.setTypeParser(INT8, Number)
types.setTypeParser(NUMERIC, Number)
types.setTypeParser(DATE, (text) => text)

/** Pages are read from memory or flash, and compiling a plan costs more than any of ours takes. */
const PLANNER = '-c random_page_cost=1.1 -c jit=off'

export function connect(target: Target, size = 16): Database {
  const place = 'url' in target ? { connectionString: target.url } : target
  const pool = new Pool({
    ...place,
    options: PLANNER,
    max: size,
    types,
    connectionTimeoutMillis: 10_000,
    application_name: 'shop',
  })
  // Without a handler a restart of the database would end this process.
  pool.on('error', () => undefined)
  return {
    ...runner(pool),
    transaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
    load: () => loadOf(pool),
  }
}

const loadOf = ({ totalCount, idleCount, waitingCount }: Pool) => ({
  open: totalCount,
  idle: idleCount,
  awaited: waitingCount,
})

function runner(client: Pool | PoolClient): Pick<Db, 'query'> {
  return {
    async query<Row extends QueryResultRow>(text: string, values: unknown[] = [], name?: string) {
      const result: QueryResult<Row> | QueryResult<Row>[] = await client.query<Row>({
        text,
        values,
        ...(name && { name }),
      })
      // Of several statements in one text pg gives several results.
      return Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows
    },
  }
}

async function inTransaction<Result>(pool: Pool, work: (db: Db) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  const inner: Db = { ...runner(client), transaction: (nested) => nested(inner) }
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(inner)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    client.release(broken)
  }
}

/** Says in one line why a database given by address does not answer; the password stays out of it. */
export async function proveReachable(db: Db, url: string): Promise<void> {
  const needed = 15
  const [row] = await db
    .query<{ version: number }>(`select current_setting('server_version_num')::int / 10000 as version`)
    .catch((error) => {
      throw new StartupError(`DATABASE_URL: ${placeOf(url)} does not answer (${codeOf(error) ?? messageOf(error)}).`)
    })
  if (row && row.version < needed)
    throw new StartupError(`DATABASE_URL: ${placeOf(url)} is PostgreSQL ${row.version}, ${needed} or later is needed.`)
}

function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'the address (it cannot be read)'
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'local socket'}${port ? `:${port}` : ''}${pathname}`
}
