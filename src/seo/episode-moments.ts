import { DAY_MS, dayInIndia, startOfDay } from '#contract/time/day.ts'

const MINUTE_MS = 60_000

/**
 * When each episode came out, in their order. One with a day alone, as the desk and tables give it, comes a minute after those
 * before it on that day; one without a day comes with the episode before it, and the first with the title. Moments of an old
 * feed stay, because apps know its episodes by them [IM-4].
 */
export function episodeMoments(published: readonly (string | undefined)[], titleDay: string): Date[] {
  const lastOfDay = new Map<string, number>()
  let latest = startOfDay(titleDay).getTime()
  return published.map((given) => {
    const own = momentOf(given) ?? startOfDay(dayInIndia(new Date(latest))).getTime()
    const day = dayInIndia(new Date(own))
    const start = startOfDay(day).getTime()
    const previous = lastOfDay.get(day)
    const moment = own > start || previous === undefined ? own : previous + stepAfter(previous, start, published.length)
    lastOfDay.set(day, Math.max(moment, previous ?? moment))
    latest = Math.max(latest, moment)
    return new Date(moment)
  })
}

function momentOf(published: string | undefined): number | undefined {
  const moment = Date.parse(published ?? '')
  return Number.isNaN(moment) ? undefined : moment
}

/** Less than a minute, in the whole seconds of a feed, when the rest of the day has not that many minutes for all. */
function stepAfter(previous: number, start: number, count: number): number {
  const rest = start + DAY_MS - previous
  return Math.min(MINUTE_MS, Math.floor(rest / (count + 1) / 1000) * 1000)
}
