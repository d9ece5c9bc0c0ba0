import type { DaySales } from '#contract/desk/home.ts'
import { DAY_MS, dayInIndia } from '#contract/time/day.ts'
import type { Db } from '../../db/connect.ts'
import { documentLines } from '../../orders/records/document-lines.ts'
import { salesTotals } from '../figures/sales.ts'

/** The same figures as /desk/figures/ has of these two days. */
export async function daySales(db: Db, now: Date): Promise<{ today: DaySales[]; yesterday: DaySales[] }> {
  const [to, from] = [dayInIndia(now), dayInIndia(new Date(now.getTime() - DAY_MS))]
  const lines = await documentLines(db, { from, to })
  const of = (day: string): DaySales[] =>
    salesTotals(lines.filter((line) => line.day === day)).map(({ currency, orders, sold, returned }) => ({
      ...{ currency, orders },
      amount: sold - returned,
    }))
  return { today: of(to), yesterday: of(from) }
}
