export const DAY_MS = 86_400_000
const INDIA_AHEAD_MS = 330 * 60_000

/** The day in India, where the shop is, as YYYY-MM-DD. India has had no summer time since 1945. */
export const dayInIndia = (now: Date): string => new Date(now.getTime() + INDIA_AHEAD_MS).toISOString().slice(0, 10)

/** Midnight of a day, YYYY-MM-DD, in India. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00+05:30`)

/** The ISO time of a field of the kind `datetime-local`, in which a time in India was typed: without this it is one of the browser's zone. */
export const timeInIndia = (typed: string): string => `${typed}+05:30`

/** The day in India of an ISO time; undefined when it is none. */
export function dayOfMoment(moment: string): string | undefined {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? undefined : dayInIndia(date)
}
