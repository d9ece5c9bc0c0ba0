export const DAY_MS = 86_400_000
const INDIA_AHEAD_MS = 330 * 60_000

/** The day in India, where the shop is, as YYYY-MM-DD. India has had no summer time since 1945. */
export const dayInIndia = (now: Date): string => new Date(now.getTime() + INDIA_AHEAD_MS).toISOString().slice(0, 10)
