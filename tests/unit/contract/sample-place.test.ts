import { describe, expect, it } from 'vitest'
import { chooseSample, samplePlace } from '#contract/listening/sample-place.ts'

/** Sentences of 9.4 seconds with 0.6 between them; a comma in the middle of each. */
const pauses = Array.from({ length: 30 }, (_, at) => [
  { start: at * 10 + 4, end: at * 10 + 4.36 },
  { start: at * 10 + 9.4, end: at * 10 + 10 },
]).flat()
const speech = { seconds: 300, pauses }
const plan = { after: 30, seconds: 45 }

describe('the place of a sample', () => {
  it('[SO-5] begins with the first sentence after its second and ends with a sentence', () => {
    expect(samplePlace(speech, { after: 32, seconds: 45 })).toEqual({ starts: 39.75, ends: 89.9 })
    expect(samplePlace(speech, { after: 40, seconds: 45 })).toEqual({ starts: 39.75, ends: 89.9 })
    expect(samplePlace(speech, { after: 40.1, seconds: 30 })).toEqual({ starts: 49.75, ends: 89.9 })
  })

  it('[SO-5] at the beginning leaves the quiet before the first word out, and nothing else', () => {
    expect(
      samplePlace({ ...speech, pauses: [{ start: 0, end: 2 }, ...pauses] }, { after: 0, seconds: 20 }).starts,
    ).toBe(1.75)
    expect(samplePlace(speech, { after: 0, seconds: 20 }).starts).toBe(0)
  })

  it('[SO-5] takes a comma where no sentence ends, and cuts where there is no pause at all', () => {
    const commas = { seconds: 300, pauses: pauses.filter(({ start }) => start % 10 === 4) }
    expect(samplePlace(commas, { after: 32, seconds: 45 })).toEqual({ starts: 34.11, ends: 84.36 })
    expect(samplePlace({ seconds: 300, pauses: [] }, plan)).toEqual({ starts: 30, ends: 75 })
  })

  it('[SO-5] stays within the recording', () => {
    expect(samplePlace(speech, { after: 1_000, seconds: 45 })).toEqual({ starts: 295, ends: 300 })
    expect(samplePlace({ seconds: 3, pauses: [] }, plan)).toEqual({ starts: 0, ends: 3 })
    expect(samplePlace(speech, { after: -5, seconds: 1_000 }).ends).toBe(300)
  })
})

describe('the sample that the shop chooses', () => {
  it('[SO-5] is of the first recording that is long enough', () => {
    const short = { id: 1, sound: { seconds: 20, pauses: [] } }
    const recordings = [short, { id: 2, sound: speech }, { id: 3, sound: speech }]
    expect(chooseSample(recordings, plan)).toEqual({ id: 2, place: { starts: 29.75, ends: 79.9 } })
  })

  it('[SO-5] is of the first long one without faults in its sound, when there is one', () => {
    const bad = { id: 1, sound: speech, isFaulty: true }
    expect(chooseSample([bad, { id: 2, sound: speech }], plan)?.id).toBe(2)
    expect(chooseSample([bad, { id: 2, sound: { seconds: 20, pauses: [] } }], plan)?.id).toBe(1)
  })

  it('[SO-5] gives away a third of a short title at most, and of a very short one nothing', () => {
    expect(chooseSample([{ id: 1, sound: { seconds: 60, pauses: [] } }], plan)).toEqual({
      id: 1,
      place: { starts: 20, ends: 40 },
    })
    expect(chooseSample([{ id: 1, sound: { seconds: 14, pauses: [] } }], plan)).toBeUndefined()
    expect(chooseSample([], plan)).toBeUndefined()
  })
})
