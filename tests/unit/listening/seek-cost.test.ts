import { describe, expect, it } from 'vitest'
import { createSeekCost } from '../../../src/stores/listening/sound/seek-cost.ts'

/** What a pause of 1.2 s gains at 2×. */
const GAIN = 0.425

describe('the cost of seeks', () => {
  it('[SO-6] that once waited for seconds does not end shorter pauses', () => {
    const cost = createSeekCost()
    for (const seconds of [0.01, 3, 0.02, 5]) {
      cost.add(seconds)
      expect(cost.isWorth(GAIN, 1)).toBe(true)
    }
  })

  it('[SO-6] leaves pauses alone on a device whose seeks cost more than they gain', () => {
    const cost = createSeekCost()
    for (const seconds of [0.5, 0.6, 0.5]) cost.add(seconds)
    expect([cost.isWorth(GAIN, 1), cost.isWorth(0.85, 2)]).toEqual([false, true])
  })

  it('[SO-6] is tried again after twenty pauses, each of them counted once', () => {
    const cost = createSeekCost()
    for (const seconds of [2, 2, 2]) cost.add(seconds)
    for (let time = 0; time < 50; time += 1) expect(cost.isWorth(GAIN, 0)).toBe(false)
    for (let pause = 1; pause < 20; pause += 1) expect(cost.isWorth(GAIN, pause)).toBe(false)
    expect(cost.isWorth(GAIN, 20)).toBe(true)
  })

  it('[SO-6] is no gain for a seek that was quicker than expected', () => {
    const cost = createSeekCost()
    for (let time = 0; time < 5; time += 1) cost.add(-1)
    expect(cost.isWorth(0.02, 1)).toBe(false)
  })
})
