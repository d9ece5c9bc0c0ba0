import { DAY_MS } from '#contract/day.ts'
import type { Period } from '../../orders/records/document-lines.ts'

const MOST_DAYS = 1_100

/** Whether both days exist, in this order, and not more than three years apart. */
export function isPeriod({ from, to }: Period): boolean {
  const days = [from, to].map((day) => new Date(`${day}T00:00:00Z`))
  if (days.some((day, at) => Number.isNaN(day.getTime()) || !day.toISOString().startsWith(at === 0 ? from : to)))
    return false
  const length = ((days[1]?.getTime() ?? 0) - (days[0]?.getTime() ?? 0)) / DAY_MS
  return length >= 0 && length <= MOST_DAYS
}

/** The days of a month, as `2026-11`. */
export function monthPeriod(month: string): Period {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}
