import { describe, expect, it } from 'vitest'
import {
  collectFeatures,
  halved,
  partOf,
  withSameHop,
  type Features,
} from '../../../src/server/transcripts/align/features.ts'
import { COEFFICIENTS, SAMPLE_RATE } from '../../../src/server/transcripts/align/mfcc.ts'
import { warp } from '../../../src/server/transcripts/align/time-warp.ts'

const HOP = 640

function random(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
}

/** What a voice says: sounds of a tenth of a second to a third, each like itself only. */
function saying(rows: number, next: () => number): Features {
  const values = new Float32Array(rows * COEFFICIENTS)
  for (let row = 0; row < rows;) {
    const sound = Array.from({ length: COEFFICIENTS }, () => next() * 2 - 1)
    for (const end = row + 2 + Math.floor(next() * 7); row < Math.min(rows, end); row += 1)
      values.set(sound, row * COEFFICIENTS)
    row = Math.min(row, rows)
  }
  return { hop: HOP, rows, values }
}

/** The same by a reader whose pace wanders between 0.8 and 1.25, with noise; and the row of each row of the voice in it. */
function readBy({ rows, values }: Features, next: () => number): { heard: Features; truth: Float64Array } {
  const truth = new Float64Array(rows)
  const read: number[] = []
  let place = 0
  for (let row = 0; row < rows; row += 1) {
    truth[row] = place
    place += 1.25 ** Math.sin((row / rows) * 40)
    while (read.length < place) read.push(row)
  }
  const heard = new Float32Array(read.length * COEFFICIENTS)
  for (const [at, row] of read.entries())
    for (let index = 0; index < COEFFICIENTS; index += 1)
      heard[at * COEFFICIENTS + index] = (values[row * COEFFICIENTS + index] ?? 0) + (next() - 0.5)
  return { heard: { hop: HOP, rows: read.length, values: heard }, truth }
}

/** Seconds by which the path is wrong: of half of the rows, and of the worst of a hundred. */
function errorsOf(path: Int32Array, truth: Float64Array, hop = HOP): { median: number; worst: number } {
  const errors = Array.from(path, (column, row) => (Math.abs(column - (truth[row] ?? 0)) * hop) / SAMPLE_RATE).toSorted(
    (a, b) => a - b,
  )
  return { median: errors[errors.length >> 1] ?? Infinity, worst: errors[Math.floor(errors.length * 0.99)] ?? Infinity }
}

const rowsOf = (minutes: number) => Math.round((minutes * 60 * SAMPLE_RATE) / HOP)

describe('[LN-1] time warping', () => {
  it('finds a voice that is slower in one half', () => {
    const voice = saying(600, random(1))
    const order = [
      ...Array.from({ length: 600 }, (_, at) => at >> 1),
      ...Array.from({ length: 300 }, (_, at) => 300 + at),
    ]
    const values = Float32Array.from(
      { length: order.length * COEFFICIENTS },
      (_, at) => voice.values[(order[Math.floor(at / COEFFICIENTS)] ?? 0) * COEFFICIENTS + (at % COEFFICIENTS)] ?? 0,
    )
    const path = warp(voice, { hop: HOP, rows: order.length, values })
    expect([path[0], path[200], path[450]]).toEqual([0, expect.closeTo(400, -1), expect.closeTo(750, -1)])
  })

  // 27 minutes were the most that fitted with the shortest hop, and an hour and 48 minutes with a longer one.
  it.each([28, 110])('aligns a chapter of %i minutes to a fifth of a second', (minutes) => {
    const next = random(minutes)
    const voice = saying(rowsOf(minutes), next)
    const { heard, truth } = readBy(voice, next)
    const { median, worst } = errorsOf(warp(voice, heard), truth)
    expect([median <= 0.04, worst <= 0.2, { median, worst }]).toEqual([true, true, { median, worst }])
  })

  // As if memory were smaller. Two days of sound take five halvings, and have more rows after them.
  it.each([1, 2, 3, 4, 5])('finds the path as well after %i halvings', (halvings) => {
    const next = random(halvings)
    const voice = saying(rowsOf(10), next)
    const { heard, truth } = readBy(voice, next)
    let [cells, hop] = [voice.rows * heard.rows * 0.24, HOP]
    for (let times = 0; times < halvings; times += 1) [cells, hop] = [cells / 4, hop * 2]
    const { median, worst } = errorsOf(warp(voice, heard, cells * 1.5), truth)
    expect([hop, median <= 0.04, worst <= 0.2, { median, worst }]).toEqual([hop, true, true, { median, worst }])
  })
})

describe('[LN-1] features of a sound', () => {
  const sound = (seconds: number) => {
    const next = random(7)
    return Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, at) => Math.sin(at * at * 1e-7) + next() * 0.1)
  }

  it('do not depend on the pieces in which it comes', () => {
    const [whole, parts] = [collectFeatures(), collectFeatures()]
    const samples = sound(20)
    whole.add(samples)
    for (let from = 0; from < samples.length; from += 997) parts.add(samples.subarray(from, from + 997))
    expect(parts.samples()).toBe(samples.length)
    expect(parts.features().rows).toBe(500)
    expect(parts.features()).toEqual(whole.features())
  })

  it('have a longer hop for a longer sound, so that their size is bounded', () => {
    const samples = sound(20)
    const [few, all] = [collectFeatures(64), collectFeatures()]
    few.add(samples)
    all.add(samples)
    const { hop, rows, values } = few.features()
    expect([hop, rows]).toEqual([HOP * 8, 62])
    const [one] = withSameHop(all.features(), few.features())
    expect(one.hop).toBe(hop)
    for (const at of [0, 100, 700]) expect(values[at]).toBeCloseTo(one.values[at] ?? Infinity, 3)
  })

  it('end with what is left when their number is odd, and a part of them is centred', () => {
    const features = {
      hop: HOP,
      rows: 3,
      values: Float32Array.from({ length: 3 * COEFFICIENTS }, (_, at) => Math.floor(at / COEFFICIENTS)),
    }
    expect(halved(features)).toMatchObject({ hop: HOP * 2, rows: 2 })
    expect(halved(features).values[COEFFICIENTS]).toBe(2)
    const part = partOf(features, HOP, 3 * HOP)
    expect([part.rows, part.values[0], part.values[COEFFICIENTS]]).toEqual([2, expect.closeTo(-1), expect.closeTo(1)])
  })
})
