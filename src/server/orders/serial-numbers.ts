import { dayInIndia } from '#contract/time/day.ts'
import { legalFacts } from '#brand/brand.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { invoiceCounters } from '../db/schema/orders/orders.ts'

/** `2026-27`: the financial year of India runs from April to March, in Indian time. */
function financialYear(now: Date): string {
  const [year, month] = dayInIndia(now).split('-').map(Number)
  const begins = Number(year) - (Number(month) < 4 ? 1 : 0)
  return `${begins}-${String((begins + 1) % 100).padStart(2, '0')}`
}

/**
 * Gives an order the next number of an invoice (I) or credit note (C), once. Call it in the transaction of the order: a
 * rollback must take the number back, because GST Rule 46 allows no gap.
 */
export async function issueNumber(inner: Db, now: Date, orderId: number, kind: 'I' | 'C'): Promise<void> {
  const issued = await inner.query('select 1 from invoices where order_id = $1 and kind = $2', [orderId, kind])
  if (issued.length > 0) return
  const { number, issuedAt } = await nextNumber(inner, now, kind)
  await inner.query('insert into invoices (number, kind, order_id, issued_at) values ($1, $2, $3, $4)', [
    number,
    kind,
    orderId,
    issuedAt,
  ])
}

/**
 * A number has sixteen characters at most. Whoever takes it must store it with its moment in the same transaction. `now` may be
 * earlier than the moment of the number before, because it was read before this transaction waited for the counter.
 */
export async function nextNumber(inner: Db, now: Date, kind: 'I' | 'C'): Promise<{ number: string; issuedAt: Date }> {
  const year = financialYear(now)
  const [counter] = await inner.query<Pick<Row<typeof invoiceCounters>, 'last'>>(
    `insert into invoice_counters as c (kind, year, last) values ($1, $2, 1) on conflict (kind, year) do update set last = c.last + 1 returning last`,
    [kind, year],
  )
  const series = `${kind}${year.replace('-', '')}/`
  const number = `${legalFacts.invoicePrefix}${series}${String(counter?.last ?? 0).padStart(6, '0')}`
  const last = await lastIssued(inner, series)
  return { number, issuedAt: last && last > now ? last : now }
}

/** In the financial year of the series, so a document that takes this moment stays in it. Lock the counter first: ids then follow the numbers. */
async function lastIssued(inner: Db, series: string): Promise<Date | null> {
  const lastOf = (table: string) =>
    `(select issued_at from ${table} where number like '%' || $1 || '%' order by id desc limit 1)`
  const [row] = await inner.query<{ last: Date | null }>(
    `select greatest(${lastOf('invoices')}, ${lastOf('line_refunds')}) as last`,
    [series],
  )
  return row?.last ?? null
}

const NUMBER = /^[A-Z\d]{0,2}([IC])(\d{4})(\d{2})\/(\d{6})$/

/** The parts of such a number, also with the prefix of another day; undefined when it is none. */
export function readNumber(number: string): { kind: string; year: string; last: number } | undefined {
  const [, kind, begins, ends, last] = NUMBER.exec(number) ?? []
  return kind ? { kind, year: `${begins}-${ends}`, last: Number(last) } : undefined
}
