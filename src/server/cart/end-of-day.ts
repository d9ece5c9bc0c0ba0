import { DAY_MS, startOfDay } from '#contract/day.ts'

/** The end of a coupon's last day (YYYY-MM-DD) in Indian time. Undefined when there is no such day. */
export function endOfDay(day: string): Date | undefined {
  const midnight = new Date(`${day}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day))
    return undefined
  return new Date(startOfDay(day).getTime() + DAY_MS)
}
