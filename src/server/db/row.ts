import type { Table } from 'drizzle-orm'

type ColumnsOf<T extends Table> = T['_']['columns']

/**
 * One row of a table as SQL returns it: keys are the column names of the database, values the types of the schema. A
 * query picks the columns it selects (`Pick<Row<typeof orders>, 'id' | 'status'>`), so that a renamed column does not
 * compile.
 */
export type Row<T extends Table> = {
  [Key in keyof ColumnsOf<T> as ColumnsOf<T>[Key]['_']['name']]: ColumnsOf<T>[Key]['_']['notNull'] extends true
    ? ColumnsOf<T>[Key]['_']['data']
    : ColumnsOf<T>[Key]['_']['data'] | null
}
