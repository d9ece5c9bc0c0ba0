import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { users } from '../db/schema/accounts.ts'

type Rows = Record<string, unknown>[]
/** The user whose data is meant. `email` is verified: an address that was only typed may belong to another person. */
export type DataSubject = Pick<Row<typeof users>, 'id' | 'email'>
/**
 * Personal data under one name of the export. A new table with personal data needs an entry: a test compares this list with
 * the columns of the database.
 */
export type Holding = {
  name: string
  /** The tables that it covers. */
  tables: readonly string[]
  /** The rows of an export, without secrets and hashes. */
  read: (db: Db, subject: DataSubject) => Promise<Rows>
  /** Runs before the user row is deleted. Absent: the cascade of that deletion is enough. */
  erase?: (db: Db, subject: DataSubject, context: Pick<AppContext, 'encryption' | 'now'>) => Promise<unknown>
  /** Objects of the media store to delete with it. */
  files?: (db: Db, subject: DataSubject) => Promise<string[]>
}

export const byId =
  (sql: string): Holding['read'] =>
  (db, { id }) =>
    db.query(sql, [id])
export const byEmail =
  (sql: string): Holding['read'] =>
  async (db, { email }) =>
    email === null ? [] : db.query(sql, [email])

export const filesOf =
  (sql: string): NonNullable<Holding['files']> =>
  async (db, { id }) =>
    (await db.query<{ path: string }>(sql, [id])).map(({ path }) => path)
