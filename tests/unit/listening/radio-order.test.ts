import { describe, expect, test } from 'vitest'
import type { RadioChoice, RadioSample } from '#contract/listening/radio.ts'
import { fits, pickNext, POINTS, scored, type Scores } from '#stores/listening/radio/order.ts'

const ANYTHING: RadioChoice = { spoken: 'all', kind: 'all', genres: [] }

/** The same numbers for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const title = (id: number, more: Partial<RadioSample> = {}): RadioSample => ({
  ...{ id, slug: `t-${id}`, name: `Title ${id}`, kind: 'audiobook', spoken: 'mr', sample: `s/${id}.mp3`, length: 10 },
  ...more,
})

/** A catalog of 1 to 30 titles by few authors, of which some are nobody's. */
function catalog(random: () => number): RadioSample[] {
  const authors = 1 + Math.floor(random() * 5)
  return Array.from({ length: 1 + Math.floor(random() * 30) }, (_, index) => {
    const author = Math.floor(random() * (authors + 1))
    return title(index + 1, {
      ...(author > 0 && { author: { id: author, name: `Author ${author}` } }),
      genres: [Math.floor(random() * 4)],
    })
  })
}

type Taste = { choice?: RadioChoice; scores?: Scores }
/** What the radio plays one after the other, and where rounds begin. */
function listen(samples: RadioSample[], times: number, random: () => number, taste: Taste = {}) {
  const heard = new Set<number>()
  const played: RadioSample[] = []
  const rounds: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const { choice = ANYTHING, scores = {} } = taste
    const picked = pickNext({ samples, heard, last: played.at(-1), choice, scores, random })
    if (!picked) break
    if (picked.isNewRound) {
      rounds.push(turn)
      heard.clear()
    }
    heard.add(picked.sample.id)
    played.push(picked.sample)
  }
  return { played, rounds }
}

const authorOf = ({ author, id }: RadioSample) => (author ? `author ${author.id}` : `title ${id}`)
const neighbours = (played: RadioSample[]) =>
  played.filter((sample, at) => at > 0 && authorOf(sample) === authorOf(played[at - 1] ?? sample)).length

describe('of five hundred catalogs', () => {
  const catalogs = Array.from({ length: 500 }, (_, seed) => ({ seed, samples: catalog(seeded(seed)) }))

  test('[RM-6] no sample comes again before all of them were heard, and a new round begins with another', () => {
    for (const { seed, samples } of catalogs) {
      const { played, rounds } = listen(samples, samples.length * 2, seeded(seed + 1))
      const ids = played.map(({ id }) => id)
      expect(new Set(ids.slice(0, samples.length)).size, `seed ${seed}`).toBe(samples.length)
      expect(new Set(ids.slice(samples.length)).size, `seed ${seed}`).toBe(samples.length)
      expect(rounds, `seed ${seed}`).toEqual([samples.length])
      expect(samples.length > 1 && ids[samples.length] === ids[samples.length - 1], `seed ${seed}`).toBe(false)
    }
  })

  test('[RM-6] no author comes twice in a row where an order without it exists, whatever the listener likes', () => {
    for (const { seed, samples } of catalogs) {
      const most = Math.max(...[...Map.groupBy(samples, authorOf).values()].map((group) => group.length))
      const scores = { 0: 6, 1: -6 }
      const choice = { ...ANYTHING, genres: [2] }
      const { played } = listen(samples, samples.length, seeded(seed + 2), { scores, choice })
      const unavoidable = Math.max(0, most - 1 - (samples.length - most))
      expect(neighbours(played), `seed ${seed}`).toBe(unavoidable)
    }
  })

  test('[RM-6] the same chance makes the same order', () => {
    for (const { seed, samples } of catalogs.slice(0, 20))
      expect(listen(samples, 30, seeded(seed))).toEqual(listen(samples, 30, seeded(seed)))
  })
})

test('[RM-6] chosen genres come first, then the others', () => {
  const samples = Array.from({ length: 12 }, (_, id) => title(id + 1, { genres: [id % 3] }))
  const { played } = listen(samples, 12, seeded(1), { choice: { ...ANYTHING, genres: [1] } })
  expect(played.map(({ genres }) => genres?.[0] === 1)).toEqual([true, true, true, true, ...Array(8).fill(false)])
})

test('[RM-6] a genre that was skipped sinks, and one that was saved or heard rises', () => {
  const samples = Array.from({ length: 40 }, (_, id) => title(id + 1, { genres: [id % 2] }))
  const placeOf = (scores: Scores): number => {
    const places = Array.from({ length: 100 }, (_, seed) =>
      listen(samples, 40, seeded(seed), { scores })
        .played.map(({ genres }, at) => (genres?.[0] === 1 ? at : 0))
        .reduce((sum, at) => sum + at / 20 / 100, 0),
    )
    return places.reduce((sum, place) => sum + place, 0)
  }
  const skippedTwice = scored(
    scored({}, title(2, { genres: [1] }), POINTS.skipped),
    title(2, { genres: [1] }),
    POINTS.skipped,
  )
  const saved = scored({}, title(2, { genres: [1] }), POINTS.saved)
  expect(placeOf({})).toBeGreaterThan(18)
  expect(placeOf({})).toBeLessThan(21)
  expect(placeOf(skippedTwice)).toBeGreaterThan(24)
  expect(placeOf(saved)).toBeLessThan(15)
  expect(placeOf(scored({}, title(2, { genres: [1] }), POINTS.heard))).toBeLessThan(placeOf({}) - 1)
})

test('[RM-6] no dislike is for ever, and no liking drowns the rest', () => {
  let scores: Scores = {}
  for (let time = 0; time < 100; time += 1) scores = scored(scores, title(1, { genres: [1] }), POINTS.skipped)
  const samples = [title(1, { genres: [1] }), ...Array.from({ length: 9 }, (_, id) => title(id + 2))]
  const first = Array.from({ length: 3_000 }, (_, seed) => listen(samples, 1, seeded(seed), { scores }).played[0]?.id)
  expect(first.filter((id) => id === 1).length).toBeGreaterThan(0)
  expect(first.filter((id) => id === 1).length).toBeLessThan(30)
})

test('[RM-6] titles for children and lessons play for who chooses them, and then alone', () => {
  const samples = [
    title(1),
    title(2, { kind: 'podcast', spoken: 'en' }),
    title(3, { kind: 'kids' }),
    title(4, { kind: 'languagelab' }),
    title(5, { spoken: undefined }),
  ]
  const ids = (choice: RadioChoice) => samples.filter((sample) => fits(sample, choice)).map(({ id }) => id)
  expect(ids(ANYTHING)).toEqual([1, 2, 5])
  expect(ids({ ...ANYTHING, kind: 'kids' })).toEqual([3])
  expect(ids({ ...ANYTHING, kind: 'languagelab' })).toEqual([4])
  expect(ids({ ...ANYTHING, spoken: 'mr' })).toEqual([1])
  expect(ids({ ...ANYTHING, spoken: 'en', kind: 'podcast' })).toEqual([2])
})

test('[RM-6] a choice without samples plays nothing, and one sample is known as the only one', () => {
  const random = seeded(3)
  const only = [title(1)]
  const of = (choice: RadioChoice) =>
    pickNext({ samples: only, heard: new Set([1]), last: only[0], choice, scores: {}, random })
  expect(of({ ...ANYTHING, kind: 'podcast' })).toBeUndefined()
  expect(of(ANYTHING)).toMatchObject({ isNewRound: true, isOnlyOne: true })
})
