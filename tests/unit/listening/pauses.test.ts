import { expect, test } from 'vitest'
import {
  decodePauses,
  encodePauses,
  LEFT_AFTER_WORDS,
  LEFT_BEFORE_WORDS,
  skipFrom,
  skippedBetween,
} from '#contract/listening/pauses.ts'

const pauses = [
  { start: 2.5, end: 3.75 },
  { start: 10, end: 10.6 },
  { start: 3_599.15, end: 3_601 },
]

test('[SO-6] the map of a recording comes back as it was measured, in a few bytes for each pause', () => {
  const numbers = encodePauses(pauses, 4_000)
  expect(decodePauses(numbers)).toEqual(pauses)
  const many = Array.from({ length: 300 }, (_, index) => ({ start: index * 12 + 3.21, end: index * 12 + 4.05 }))
  expect(JSON.stringify(encodePauses(many, 4_000)).length / many.length).toBeLessThan(9)
})

test('[SO-6] neither short pauses nor the silence at both ends is in the map', () => {
  const ends = [
    { start: 0, end: 2 },
    { start: 5, end: 5.55 },
    { start: 58, end: 60 },
  ]
  expect(encodePauses(ends, 60)).toEqual([])
})

test('[SO-6] a third of a second and more stays of every pause, and playback goes on before the next word', () => {
  expect(LEFT_AFTER_WORDS + LEFT_BEFORE_WORDS).toBeGreaterThanOrEqual(0.35)
  for (const { start, end } of pauses) {
    expect(skipFrom(pauses, start + LEFT_AFTER_WORDS - 0.01)).toBeUndefined()
    expect(skipFrom(pauses, start + LEFT_AFTER_WORDS)).toBeCloseTo(end - LEFT_BEFORE_WORDS)
    expect(skipFrom(pauses, end - LEFT_BEFORE_WORDS)).toBeUndefined()
    expect(skipFrom(pauses, end)).toBeUndefined()
  }
})

test('[SO-6] what is left out between two positions is the inner part of the pauses between them', () => {
  expect(skippedBetween(pauses, 0, 20)).toBeCloseTo(0.9 + 0.25)
  expect(skippedBetween(pauses, 3, 20)).toBeCloseTo(0.55 + 0.25)
  expect(skippedBetween(pauses, 4, 9)).toBe(0)
  expect(skippedBetween([{ start: 1, end: 1.5 }], 0, 9)).toBe(0)
})
