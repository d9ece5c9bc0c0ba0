import type { QueryResultRow } from 'pg'
import type { Db } from './connect.ts'

/** `page` counts from 1. */
export type Slice = { page: number; limit: number }
export type Paged<Row> = { total: number; page: number; pages: number; rows: Row[] }

/** Of a list of `total` rows: a page after its last one is the last, because rows may have left it since it was shown. */
export function placeOf(total: number, { page, limit }: Slice): { page: number; pages: number; offset: number } {
  const pages = Math.max(1, Math.ceil(total / limit))
  const shown = Math.min(page, pages)
  return { page: shown, pages, offset: (shown - 1) * limit }
}

/** A page of a query whose rows have an `id`, newest first. For lists of the operator: `sql` must not hold user input; its `$1` … are `values`. */
export async function pageOf<Row extends QueryResultRow>(
  db: Db,
  sql: string,
  slice: Slice,
  values: unknown[] = [],
): Promise<Paged<Row>> {
  const [count] = await db.query<{ total: number }>(`select count(*) as total from (${sql}) as rows`, values)
  const total = count?.total ?? 0
  const { offset, ...place } = placeOf(total, slice)
  const after = `order by id desc limit $${values.length + 1} offset $${values.length + 2}`
  const rows = await db.query<Row>(`select * from (${sql}) as rows ${after}`, [...values, slice.limit, offset])
  return { total, ...place, rows }
}
