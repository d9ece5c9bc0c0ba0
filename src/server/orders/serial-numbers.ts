import type { Db } from '../db/connect.ts'

/** `2026-27`: years of accounts run from April to March, in India's time. */
export function accountYear(now: Date): string {
  const india = new Date(now.getTime() + 5.5 * 3_600_000)
  const begins = india.getUTCMonth() >= 3 ? india.getUTCFullYear() : india.getUTCFullYear() - 1
  return `${begins}-${String((begins + 1) % 100).padStart(2, '0')}`
}

/**
 * The next number of an invoice (I) or credit note (C), once for an order. Taken in the transaction it belongs to: rolled
 * back with it, so that serials have no gap (Rule 46). Sixteen characters at most.
 */
export async function issueNumber(inner: Db, now: Date, orderId: number, kind: 'I' | 'C'): Promise<void> {
  const known = await inner.query('select 1 from invoices where order_id = $1 and kind = $2', [orderId, kind])
  if (known.length > 0) return
  const year = accountYear(now)
  const [counter] = await inner.query<{ last: number }>(
    `insert into invoice_counters as c (kind, year, last) values ($1, $2, 1) on conflict (kind, year) do update set last = c.last + 1 returning last`,
    [kind, year],
  )
  const number = `${kind}${year.replace('-', '')}/${String(counter?.last ?? 0).padStart(6, '0')}`
  await inner.query('insert into invoices (number, kind, order_id, issued_at) values ($1, $2, $3, $4)', [
    number,
    kind,
    orderId,
    now,
  ])
}
