import type { QueryResultRow } from 'pg'
import type { Db } from './connect.ts'

/** `page` counts from 1. */
export type Slice = { page: number; limit: number }
export type Paged<Row> = { total: number; page: number; pages: number; rows: Row[] }

/** A page of a query whose rows have an `id`, newest first. For lists of the operator: `sql` must not hold user input; its `$1` … are `values`. */
export async function pageOf<Row extends QueryResultRow>(
  db: Db,
  sql: string,
  { page, limit }: Slice,
  values: unknown[] = [],
): Promise<Paged<Row>> {
  const [count] = await db.query<{ total: number }>(`select count(*) as total from (${sql}) as rows`, values)
  const after = `order by id desc limit $${values.length + 1} offset $${values.length + 2}`
  const rows = await db.query<Row>(`select * from (${sql}) as rows ${after}`, [...values, limit, (page - 1) * limit])
  const total = count?.total ?? 0
  return { total, page, pages: Math.max(1, Math.ceil(total / limit)), rows }
}
