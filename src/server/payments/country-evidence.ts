import { currencyOf } from '#contract/money/money.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { orders } from '../db/schema/orders/orders.ts'
import type { OrderRow } from '../orders/order-rows.ts'

/** Facts about where a payer is, besides the billing country. Undefined or null: not known. */
type CountryFacts = Record<'payer' | 'network' | 'earlier', string | null | undefined>

/**
 * Names the facts that speak against the billing country, which decides currency and tax. One fact that agrees is enough, as
 * is the absence of others. Countries abroad count as one: they pay the same.
 */
export function contradictionOf(billing: string, facts: CountryFacts): string | undefined {
  const known = Object.entries(facts).flatMap(([name, country]) => (country ? [{ name, country }] : []))
  const isContradicted = known.length > 0 && known.every(({ country }) => currencyOf(country) !== currencyOf(billing))
  return isContradicted
    ? `billed in ${billing}, but ${known.map(({ name, country }) => `${name} in ${country}`).join(', ')}`
    : undefined
}

/** What speaks against the country of an order that is being paid. `payer`: as the gateway tells it. */
export async function contradiction(
  db: Db,
  { id, userId, country, networkCountry }: OrderRow,
  payer: string | undefined,
): Promise<string | undefined> {
  const [earlier] = await db.query<Pick<Row<typeof orders>, 'country'>>(
    `select country from orders where user_id = $1 and id <> $2 and status = 'paid' and total > 0 order by paid_at desc limit 1`,
    [userId, id],
  )
  return contradictionOf(country, { payer, network: networkCountry, earlier: earlier?.country })
}
