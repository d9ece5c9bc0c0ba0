import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'

export type Dependencies = Pick<AppContext, 'db' | 'media' | 'encryption' | 'now' | 'wake'>
export type RetentionRule = {
  what: string
  howLong: string
  why: string
  /** Absent: removed by other means, or never. */
  remove?: (context: Dependencies) => Promise<unknown>
}

/** Deletes by one statement, whose `$1` is the present moment. */
export const removeBySql =
  (sql: string) =>
  ({ db, now }: { db: Db; now: () => Date }): Promise<unknown> =>
    db.query(sql, [now()])
