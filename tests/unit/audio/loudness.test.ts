import { describe, expect, it } from 'vitest'
import { createLoudnessMeter } from '../../../src/server/audio/meter/loudness.ts'
import { createSoundMeter } from '../../../src/server/audio/meter/sound-meter.ts'
import { createPeakMeter } from '../../../src/server/audio/meter/true-peak.ts'

const RATE = 48_000
const fromDecibels = (decibels: number) => 10 ** (decibels / 20)

/** A sine of these levels (dBFS) and seconds, one after the other. */
function sine(
  parts: readonly (readonly [decibels: number, seconds: number])[],
  hertz = 1_000,
  rate = RATE,
): Float32Array {
  const samples = parts.flatMap(([decibels, seconds]) =>
    Array.from(
      { length: Math.round(seconds * rate) },
      (_, at) => fromDecibels(decibels) * Math.sin((2 * Math.PI * hertz * at) / rate),
    ),
  )
  return Float32Array.from(samples)
}

function loudnessOf(channels: Float32Array[], rate = RATE): number {
  const meter = createLoudnessMeter(rate, channels.length)
  meter.push(channels)
  return meter.integrated()
}

describe('loudness', () => {
  // EBU Tech 3341, table 1: minimum requirements of a meter, cases 1 to 5.
  it.each([
    ['1', [[-23, 20]], -23],
    ['2', [[-33, 20]], -33],
    [
      '3',
      [
        [-36, 10],
        [-23, 60],
        [-36, 10],
      ],
      -23,
    ],
    [
      '4',
      [
        [-72, 10],
        [-36, 10],
        [-23, 60],
        [-36, 10],
        [-72, 10],
      ],
      -23,
    ],
    [
      '5',
      [
        [-26, 20],
        [-20, 20.1],
        [-26, 20],
      ],
      -23,
    ],
  ] as const)('[SO-2] reads case %s of EBU Tech 3341 to a tenth', (_case, parts, expected) => {
    const channel = sine(parts)
    expect(Math.abs(loudnessOf([channel, channel]) - expected)).toBeLessThanOrEqual(0.1)
  })

  it.each([8_000, 22_050, 44_100, 96_000])('[SO-2] is the same at %i samples a second', (rate) => {
    const channel = sine([[-20, 5]], 997, rate)
    expect(Math.abs(loudnessOf([channel, channel], rate) + 20)).toBeLessThanOrEqual(0.1)
  })

  it('[SO-2] is the same for pieces of any size', () => {
    const whole = sine([
      [-30, 2],
      [-20, 3],
    ])
    const meter = createLoudnessMeter(RATE, 1)
    for (let at = 0; at < whole.length; at += 777) meter.push([whole.subarray(at, at + 777)])
    expect(meter.integrated()).toBeCloseTo(loudnessOf([whole]), 9)
  })

  it('[SO-2] of silence is none', () => {
    expect(loudnessOf([new Float32Array(RATE * 3)])).toBe(-Infinity)
  })
})

describe('the true peak', () => {
  // EBU Tech 3341, cases 15 to 18: the peaks lie between the samples.
  it.each([
    [4, 0],
    [4, Math.PI / 4],
    [6, Math.PI / 3],
    [8, (Math.PI * 3) / 8],
  ])('[SO-2] finds a peak of -6 dBTP between samples: a %i-th of the rate', (part, phase) => {
    const meter = createPeakMeter()
    meter.push(
      Float32Array.from(
        { length: RATE },
        (_, at) => Math.min(1, at / 4_000, (RATE - at) / 4_000) * 0.5 * Math.sin((2 * Math.PI * at) / part + phase),
      ),
    )
    const peak = 20 * Math.log10(meter.end())
    expect([peak > -6.4, peak < -5.8]).toEqual([true, true])
  })
})

const measure = (channels: Float32Array[]) => {
  const meter = createSoundMeter(RATE, channels.length)
  meter.push(channels)
  return meter.end()
}
const silence = (seconds: number) => new Float32Array(seconds * RATE)
const sequence = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]))
const noise = (decibels: number, seconds: number) =>
  Float32Array.from(
    { length: seconds * RATE },
    (_, at) => fromDecibels(decibels) * Math.sqrt(3) * (((at * 7919) % 2001) / 1000 - 1),
  )

describe('a recording', () => {
  it('[SO-2] has the noise of its room, and pauses where only the room is heard', () => {
    const speech = sine([[-20, 2]])
    const { noiseFloor, pauses } = measure([
      sequence(noise(-65, 1), speech, noise(-65, 1.5), speech, noise(-65, 0.2), speech),
    ])
    expect(Math.abs((noiseFloor ?? 0) + 65)).toBeLessThan(1)
    expect(pauses).toEqual([
      { start: 0, end: 1 },
      { start: 3, end: 4.5 },
    ])
  })

  it('[SO-2] hides its room behind digital silence', () => {
    expect(measure([sequence(silence(2), sine([[-20, 2]]))]).noiseFloor).toBeCloseTo(-23, 0.5)
    expect(measure([silence(2)])).toMatchObject({ loudness: null, noiseFloor: null })
  })

  it('[SO-2] has no room where pauses are digital silence, and the noise that is heard beside it is not hidden by it', () => {
    const fading = sequence(...Array.from({ length: 12 }, (_, step) => sine([[-20 - 3 * step, 0.05]])))
    const word = sequence(sine([[-20, 0.6]]), fading)
    // A computer's voice, or a noise gate: the quietest half second is the end of a word.
    const gated = measure([sequence(word, silence(0.5), word, silence(0.5), word)])
    expect(gated.noiseFloor).toBeNull()
    expect(gated.pauses.length).toBeGreaterThan(1)
    // A noisy room in which somebody has cut out a pause, with an end that fades to nothing.
    const cut = measure([sequence(noise(-42, 1), sine([[-20, 2]]), noise(-42, 1), silence(0.5), noise(-42, 1), word)])
    expect(Math.abs((cut.noiseFloor ?? 0) + 42)).toBeLessThan(1)
  })

  it('[SO-2] clips where several samples in a row stand at full scale', () => {
    const clipped = sine([[6, 0.01]], 500).map((value) => Math.max(-1, Math.min(1, value)))
    expect(measure([clipped]).clips).toBe(10)
    expect(measure([sine([[0, 1]])]).clips).toBe(0)
  })

  it('[SO-2] tells a silent channel and channels that cancel each other', () => {
    const channel = sine([[-20, 1]])
    expect(measure([channel, silence(1)]).channelFault).toBe('oneSilent')
    expect(measure([channel, channel.map((value) => -value)]).channelFault).toBe('outOfPhase')
    expect(measure([channel, channel]).channelFault).toBeNull()
  })
})
