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
  const place = counter?.last ?? 0
  const numberAt = (at: number) =>
    `${legalFacts.invoicePrefix}${kind}${year.replace('-', '')}/${String(at).padStart(6, '0')}`
  const last = await momentOf(inner, numberAt(place - 1))
  return { number: numberAt(place), issuedAt: last && last > now ? last : now }
}

/** When the number before was issued. It is of the same financial year, so a document that takes its moment stays in that. Lock the counter first. */
async function momentOf(inner: Db, number: string): Promise<Date | undefined> {
  const [row] = await inner.query<{ issuedAt: Date }>(
    `select issued_at as "issuedAt" from invoices where number = $1 union all select issued_at from line_refunds where number = $1`,
    [number],
  )
  return row?.issuedAt
}

const NUMBER = /^[A-Z\d]{0,2}([IC])(\d{4})(\d{2})\/(\d{6})$/

/** The parts of such a number, also with the prefix of another day; undefined when it is none. */
export function readNumber(number: string): { kind: string; year: string; last: number } | undefined {
  const [, kind, begins, ends, last] = NUMBER.exec(number) ?? []
  return kind ? { kind, year: `${begins}-${ends}`, last: Number(last) } : undefined
}
