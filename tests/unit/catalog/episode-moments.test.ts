import { expect, it } from 'vitest'
import { dayInIndia } from '#contract/time/day.ts'
import { episodeMoments } from '#seo/episode-moments.ts'

const DAY = '2026-11-29'
const MIDNIGHT = '2026-11-28T18:30:00.000Z'
const dated = (...published: (string | undefined)[]) =>
  episodeMoments(published, DAY).map((moment) => moment.toISOString())

it('[SD-8] a title of today has no episode of a later hour than midnight, and one that is added today comes after it', () => {
  expect(dated(undefined)).toEqual([MIDNIGHT])
  expect(dated(undefined, MIDNIGHT, MIDNIGHT)).toEqual([
    MIDNIGHT,
    '2026-11-28T18:31:00.000Z',
    '2026-11-28T18:32:00.000Z',
  ])
})

it('[IM-4] moments of an old feed stay, and an episode that is added on such a day comes after them', () => {
  const moved = ['2026-11-29T03:30:00.000Z', '2026-11-29T03:30:00.000Z', '2026-11-29T01:00:00.000Z']
  expect(dated(...moved, MIDNIGHT, undefined)).toEqual([
    ...moved,
    '2026-11-29T03:31:00.000Z',
    '2026-11-29T03:32:00.000Z',
  ])
})

it('[SD-8] an episode without a day, or with one that cannot be read, comes with the episode before it', () => {
  expect(dated('2026-12-04T18:30:00.000Z', undefined, 'soon')).toEqual([
    '2026-12-04T18:30:00.000Z',
    '2026-12-04T18:31:00.000Z',
    '2026-12-04T18:32:00.000Z',
  ])
})

it.each([
  ['more episodes than a day has minutes', Array.from({ length: 3_000 }, () => undefined)],
  ['episodes after a late one', ['2026-11-29T18:29:00.000Z', MIDNIGHT, MIDNIGHT]],
])('[SD-8] %s keep their order, their day and the whole seconds of a feed', (_, published) => {
  const moments = episodeMoments(published, DAY)
  expect(new Set(moments.map(dayInIndia))).toEqual(new Set([DAY]))
  const times = moments.map(Number)
  expect(times.filter((time, index) => time <= (times[index - 1] ?? 0) || time % 1000 > 0)).toEqual([])
})
