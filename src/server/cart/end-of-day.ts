import { DAY_MS, startOfDay } from '#contract/time/day.ts'
import { isDay } from '#contract/fields/fields.ts'

/** The end of a coupon's last day (YYYY-MM-DD) in Indian time. Undefined when there is no such day. */
export const endOfDay = (day: string): Date | undefined =>
  isDay(day) ? new Date(startOfDay(day).getTime() + DAY_MS) : undefined
