/** Percent of titles together, each with its own percent; 100 only when all are at 100. */
export function completionTogether(titles: readonly { seconds: number; percent: number }[]): number {
  if (titles.length > 0 && titles.every(({ percent }) => percent === 100)) return 100
  const whole = titles.reduce((sum, { seconds }) => sum + seconds, 0)
  const heard = titles.reduce((sum, { seconds, percent }) => sum + seconds * percent, 0)
  return whole > 0 ? Math.min(99.9, Math.floor((heard / whole) * 10) / 10) : 0
}
