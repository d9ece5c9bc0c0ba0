import { rateOn, type RoyaltyRow } from '#contract/desk/royalties.ts'
import type { Currency } from '#contract/money/money.ts'
import type { Db } from '../../db/connect.ts'
import { documentLines, type Period } from '../../orders/records/document-lines.ts'
import { authorsOf, splitEvenly, type Author } from './authors.ts'
import { royaltyRates } from './royalty-rates.ts'

/** Rounds half up, also below zero: what came back may exceed what was sold. */
export const roundedShare = (amount: number, numerator: number, denominator: number): number =>
  Math.floor((2 * amount * numerator + denominator) / (2 * denominator))

/**
 * What authors get of the titles they wrote; several authors of a title share alike. Each sale is by the rates of its day, and what came
 * back by those of its sale: an author has a row for each rate that held.
 */
export async function royalties(db: Db, period: Period): Promise<RoyaltyRow[]> {
  const lines = (await documentLines(db, period)).filter(({ productId }) => productId !== null)
  const rates = new Map((await royaltyRates(db)).map((rate) => [rate.person, rate]))
  const heard = await heardSeconds(
    db,
    period,
    [...rates.values()].flatMap(({ changes = [] }) => changes.map(({ from }) => from)),
  )
  const authors = await authorsOf(
    db,
    [...lines, ...heard].map(({ productId }) => productId ?? 0),
  )
  const rows = new Map<string, RoyaltyRow>()
  const rowOf = ({ id, names }: Author, currency: Currency, day: string): RoyaltyRow => {
    const { from, ...held } = rateOn(rates.get(id), day)
    const key = `${id} ${currency} ${from}`
    const empty = { net_sales: 0, seconds: 0, by_sale: 0, by_minutes: 0 }
    const row = rows.get(key) ?? { person: id, names, currency, rate_from: from, ...held, ...empty }
    rows.set(key, row)
    return row
  }
  for (const { productId, currency, sign, taxable, soldOn } of lines)
    share(
      authors.get(productId ?? 0),
      taxable,
      (author, part) => (rowOf(author, currency, soldOn).net_sales += sign * part),
    )
  for (const { productId, seconds, day } of heard)
    share(authors.get(productId), seconds, (author, part) => (rowOf(author, 'INR', day).seconds += part))
  return [...rows.values()]
    .map((row) => ({
      ...row,
      by_sale: roundedShare(row.net_sales, row.sale_rate, 10_000),
      by_minutes: row.currency === 'INR' ? roundedShare(row.seconds, row.thousand_minutes, 60_000) : 0,
    }))
    .toSorted((a, b) => b.by_sale + b.by_minutes - (a.by_sale + a.by_minutes) || a.person - b.person)
}

/** Seconds of titles that were heard under a plan, apart before and after each of these days. `day`: the first of such a part. */
function heardSeconds(
  db: Db,
  { from, to }: Period,
  days: readonly string[],
): Promise<{ productId: number; day: string; seconds: number }[]> {
  const starts = [from, ...new Set(days.filter((day) => day > from && day <= to))].toSorted()
  return db.query(
    `select product_id as "productId", ($3::date[])[width_bucket(day, $3::date[])]::text as day, sum(seconds) as seconds
     from listening_days where access = 'plan' and day between $1 and $2 group by 1, 2`,
    [from, to, starts],
  )
}

function share(authors: Author[] = [], amount: number, give: (author: Author, part: number) => void): void {
  const parts = splitEvenly(amount, authors.length || 1)
  for (const [at, author] of authors.entries()) give(author, parts[at] ?? 0)
}
