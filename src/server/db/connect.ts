import { Pool, TypeOverrides, type PoolClient, type QueryResult, type QueryResultRow } from 'pg'
import { codeOf, messageOf, StartupError } from '../runtime/startup-error.ts'
import { withUnavailable } from './unavailable.ts'

/** The database as services see it: SQL with values, and transactions. A `name` makes the statement prepared (twice as fast). */
export type Db = {
  query<Row extends QueryResultRow>(text: string, values?: unknown[], name?: string): Promise<Row[]>
  /** Commits or rolls back all of `work`. Only queries of the `Db` that `work` receives belong to the transaction. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
}
export type Database = Db & {
  close(): Promise<void>
  /** Connections of this process, and requests that wait for one. */
  load(): { open: number; idle: number; awaited: number }
}
export type Target = { url: string } | { host: string; user: string; database: string }

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082
// Ids and counts stay far below 2^53. Dates stay text: a Date would shift them by the time zone.
const types = new TypeOverrides()
types.setTypeParser(INT8, Number)
types.setTypeParser(NUMERIC, Number)
types.setTypeParser(DATE, (text) => text)

/** Data is read from memory or SSD, and JIT compilation takes longer than any of our queries. */
const PLANNER = '-c random_page_cost=1.1 -c jit=off'

/** How pg names a target. */
export const connectionOf = (target: Target) => ('url' in target ? { connectionString: target.url } : target)

/** The server ends a query that nobody waits for any more this long after its client gave it up. */
const GRACE_MS = 1_000

/** `queryMilliseconds`: a query that takes longer counts as `DatabaseUnavailable`. Absent: no limit. */
export function connect(target: Target, size = 16, connectMilliseconds = 10_000, queryMilliseconds?: number): Database {
  const pool = new Pool({
    ...connectionOf(target),
    options: queryMilliseconds ? `${PLANNER} -c statement_timeout=${queryMilliseconds + GRACE_MS}` : PLANNER,
    ...(queryMilliseconds && { query_timeout: queryMilliseconds }),
    max: size,
    types,
    connectionTimeoutMillis: connectMilliseconds,
    application_name: 'shop',
  })
  // Without handlers a restart of the database would end this process: the pool hears idle clients only, not those in use.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
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

/** Texts by the names of their prepared statements. */
const prepared = new Map<string, string>()

/** A connection refuses a name that it knows for another text: said on every connection, so that it does not depend on which is free. */
function assertOwnName(name: string, text: string): void {
  const known = prepared.get(name) ?? text
  if (known !== text) throw new Error(`The prepared statement "${name}" has two texts: ${known} and ${text}`)
  prepared.set(name, text)
}

function runner(client: Pool | PoolClient): Pick<Db, 'query'> {
  return {
    async query<Row extends QueryResultRow>(text: string, values: unknown[] = [], name?: string) {
      if (name) assertOwnName(name, text)
      const sent = client.query<Row>({ text, values, ...(name && { name }) })
      const result: QueryResult<Row> | QueryResult<Row>[] = await sent.catch(rethrowUnavailable)
      // Of several statements in one text pg gives several results.
      return Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows
    },
  }
}

function rethrowUnavailable(error: unknown): never {
  throw withUnavailable(error)
}

async function inTransaction<Result>(pool: Pool, work: (db: Db) => Promise<Result>): Promise<Result> {
  const client = await pool.connect().catch(rethrowUnavailable)
  const inner: Db = { ...runner(client), transaction: (nested) => nested(inner) }
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(inner)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure))
    throw withUnavailable(error)
  } finally {
    client.release(broken)
  }
}

/** Throws a StartupError with one line if the database does not answer or is too old. It does not quote the password. */
export async function proveReachable(db: Db, url: string): Promise<void> {
  const minVersion = 15
  const [row] = await db
    .query<{ version: number }>(`select current_setting('server_version_num')::int / 10000 as version`)
    .catch((error) => {
      throw new StartupError(`DATABASE_URL: ${placeOf(url)} ${refusalOf(error)}.`)
    })
  if (row && row.version < minVersion)
    throw new StartupError(
      `DATABASE_URL: ${placeOf(url)} is PostgreSQL ${row.version}, ${minVersion} or later is needed.`,
    )
}

/** PostgreSQL answers with codes of five digits and letters, and names the user or database that it does not know. Those of the system, such as EPIPE, have letters only. */
function refusalOf(error: unknown): string {
  const code = codeOf(error)
  if (code && /^(?=\D*\d)[0-9A-Z]{5}$/.test(code)) return `refuses (${code}): ${messageOf(error)}`
  // The message names the folder of the socket.
  return `does not answer (${code === 'ENOENT' ? messageOf(error) : (code ?? messageOf(error))})`
}

function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'the address (it cannot be read)'
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? (hostname || 'local socket')}${port ? `:${port}` : ''}${pathname}`
}
