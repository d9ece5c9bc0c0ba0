import { expect, test } from 'vitest'
import { recapSeconds } from '#contract/listening/listening.ts'

const MINUTE = 60_000

test('[RM-2] what is heard again grows with the pause: nothing, ten, twenty, thirty seconds', () => {
  expect(recapSeconds(0)).toBe(0)
  expect(recapSeconds(5 * MINUTE - 1)).toBe(0)
  expect(recapSeconds(5 * MINUTE)).toBe(10)
  expect(recapSeconds(60 * MINUTE - 1)).toBe(10)
  expect(recapSeconds(60 * MINUTE)).toBe(20)
  expect(recapSeconds(24 * 60 * MINUTE)).toBe(30)
  expect(recapSeconds(365 * 24 * 60 * MINUTE)).toBe(30)
})

test('[RM-2] a clock that was set back is no pause', () => {
  expect(recapSeconds(-60 * MINUTE)).toBe(0)
  expect(recapSeconds(Number.NaN)).toBe(0)
})
