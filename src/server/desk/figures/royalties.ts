import type { Rate, RoyaltyRow } from '#contract/desk/figures.ts'
import type { Currency } from '#contract/money/money.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { StoredTranslations } from '../../db/schema/columns.ts'
import { documentLines, type Period } from '../../orders/records/document-lines.ts'
import type { Failure } from '../../runtime/failure.ts'
import { namesOf } from '../orders/order-reply.ts'
import { authorsOf, splitEvenly, type Author } from './authors.ts'

type StoredRate = {
  person: number
  translations: StoredTranslations
  sale_rate: number
  thousand_minutes: number
  version: number
}

const RATE = `select p.id as person, p.translations, coalesce(r.sale_rate, 0) as sale_rate, coalesce(r.thousand_minutes, 0) as thousand_minutes,
  coalesce(r.version, 0) as version from people p left join royalty_rates r on r.person_id = p.id`

const rateReply = ({ translations, ...rate }: StoredRate): Rate => ({
  ...rate,
  names: namesOf({ translations, isPlan: false }),
})

/** Everybody who wrote a title, with the rates; 0 where none is set. */
export async function royaltyRates(db: Db): Promise<Rate[]> {
  const rows = await db.query<StoredRate>(
    `${RATE} where exists (select 1 from product_people a where a.person_id = p.id and a.role = 'author') or r.person_id is not null order by p.name, p.id`,
  )
  return rows.map(rateReply)
}

type NewRate = Pick<Rate, 'person' | 'sale_rate' | 'thousand_minutes' | 'version'>

/** With another version somebody has set the rate meanwhile: the fields of the failure are what stands now. */
export async function setRoyaltyRate(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { person, sale_rate, thousand_minutes, version }: NewRate,
  who: string,
): Promise<Rate | Failure<'notFound' | 'changedMeanwhile'>> {
  return db.transaction(async (inner) => {
    await inner.query('select 1 from people where id = $1 for update', [person])
    const [before] = await inner.query<StoredRate>(`${RATE} where p.id = $1`, [person])
    if (!before) return { fault: 'notFound' } as const
    if (before.version !== version) {
      const { sale_rate: sale, thousand_minutes: minutes, version: current } = before
      const fields = { sale_rate: String(sale), thousand_minutes: String(minutes), version: String(current) }
      return { fault: 'changedMeanwhile', fields } as const
    }
    await inner.query(
      `insert into royalty_rates (person_id, sale_rate, thousand_minutes, version, updated_at) values ($1, $2, $3, 1, $4)
       on conflict (person_id) do update set sale_rate = $2, thousand_minutes = $3, version = royalty_rates.version + 1, updated_at = $4`,
      [person, sale_rate, thousand_minutes, now()],
    )
    const { sale_rate: oldRate, thousand_minutes: oldMinutes } = before
    const details = { sale_rate, thousand_minutes, before: { sale_rate: oldRate, thousand_minutes: oldMinutes } }
    await noteAction(inner, now(), 'royalty', `person ${person}`, details, who)
    const [after] = await inner.query<StoredRate>(`${RATE} where p.id = $1`, [person])
    return after ? rateReply(after) : ({ fault: 'notFound' } as const)
  })
}

/** Rounds half up, also below zero: what came back may exceed what was sold. */
export const roundedShare = (amount: number, numerator: number, denominator: number): number =>
  Math.floor((2 * amount * numerator + denominator) / (2 * denominator))

/** What authors get of the titles they wrote; several authors of a title share alike. */
export async function royalties(db: Db, period: Period): Promise<RoyaltyRow[]> {
  const lines = (await documentLines(db, period)).filter(({ productId }) => productId !== null)
  const heard = await db.query<{ productId: number; seconds: number }>(
    `select product_id as "productId", sum(seconds) as seconds from listening_days where access = 'plan' and day between $1 and $2 group by product_id`,
    [period.from, period.to],
  )
  const authors = await authorsOf(
    db,
    [...lines, ...heard].map(({ productId }) => productId ?? 0),
  )
  const rates = new Map((await royaltyRates(db)).map((rate) => [rate.person, rate]))
  const rows = new Map<string, RoyaltyRow>()
  const rowOf = ({ id, names }: Author, currency: Currency): RoyaltyRow => {
    const { sale_rate = 0, thousand_minutes = 0 } = rates.get(id) ?? {}
    const empty = { net_sales: 0, seconds: 0, by_sale: 0, by_minutes: 0 }
    const row = rows.get(`${id} ${currency}`) ?? { person: id, names, currency, sale_rate, thousand_minutes, ...empty }
    rows.set(`${id} ${currency}`, row)
    return row
  }
  for (const { productId, currency, sign, taxable } of lines)
    share(authors.get(productId ?? 0), taxable, (author, part) => (rowOf(author, currency).net_sales += sign * part))
  for (const { productId, seconds } of heard)
    share(authors.get(productId), seconds, (author, part) => (rowOf(author, 'INR').seconds += part))
  return [...rows.values()]
    .map((row) => ({
      ...row,
      by_sale: roundedShare(row.net_sales, row.sale_rate, 10_000),
      by_minutes: row.currency === 'INR' ? roundedShare(row.seconds, row.thousand_minutes, 60_000) : 0,
    }))
    .toSorted((a, b) => b.by_sale + b.by_minutes - (a.by_sale + a.by_minutes) || a.person - b.person)
}

function share(authors: Author[] = [], amount: number, give: (author: Author, part: number) => void): void {
  const parts = splitEvenly(amount, authors.length || 1)
  for (const [at, author] of authors.entries()) give(author, parts[at] ?? 0)
}
