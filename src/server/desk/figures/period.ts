import { DAY_MS } from '#contract/time/day.ts'
import { isDay } from '#contract/fields/fields.ts'
import type { Period } from '../../orders/records/document-lines.ts'

const MOST_DAYS = 1_100

/** Whether both days exist, in this order, and not more than three years apart. */
export function isPeriod({ from, to }: Period): boolean {
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS
  return isDay(from) && isDay(to) && length >= 0 && length <= MOST_DAYS
}
