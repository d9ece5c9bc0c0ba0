import type { Measurement } from '#contract/listening/audio.ts'
import { createLoudnessMeter } from './loudness.ts'
import { decibels, pausesIn, quietestLevel, roomLevel, WINDOW_SECONDS } from './pauses.ts'
import { createPeakMeter } from './true-peak.ts'

/** Samples at full scale in a row that are a clip and not a peak. */
const CLIP_RUN = 3
const FULL_SCALE = 0.999
const SILENT = -80
const LOUDER = 20
const OUT_OF_PHASE = -0.6
const QUIETEST = -70

export type SoundMeter = { push(channels: readonly Float32Array[]): void; end(): Measurement }

/** Measures decoded sound that is pushed in pieces of any size. At most two channels are looked at. */
export function createSoundMeter(rate: number, channelCount: number): SoundMeter {
  const loudness = createLoudnessMeter(rate, channelCount)
  const peaks = Array.from({ length: channelCount }, createPeakMeter)
  const powers = Array.from({ length: channelCount }, () => 0)
  const runs = Array.from({ length: channelCount }, () => 0)
  const windowSamples = Math.round(rate * WINDOW_SECONDS)
  const levels: number[] = []
  let [samples, clips, product, windowPower, windowCount] = [0, 0, 0, 0, 0]

  function push(channels: readonly Float32Array[]): void {
    loudness.push(channels)
    peaks.forEach((peak, at) => peak.push(channels[at] ?? new Float32Array()))
    const length = channels[0]?.length ?? 0
    for (let at = 0; at < length; at += 1) takeSample(channels, at)
    samples += length
  }

  function takeSample(channels: readonly Float32Array[], at: number): void {
    let power = 0
    for (let channel = 0; channel < channelCount; channel += 1) {
      const value = channels[channel]?.[at] ?? 0
      power += value * value
      powers[channel] = (powers[channel] ?? 0) + value * value
      countClip(channel, Math.abs(value))
    }
    if (channelCount > 1) product += (channels[0]?.[at] ?? 0) * (channels[1]?.[at] ?? 0)
    windowPower += power / channelCount
    windowCount += 1
    if (windowCount === windowSamples) endWindow()
  }

  function countClip(channel: number, value: number): void {
    const run = value >= FULL_SCALE ? (runs[channel] ?? 0) + 1 : 0
    runs[channel] = run
    if (run === CLIP_RUN) clips += 1
  }

  function endWindow(): void {
    levels.push(decibels(windowPower / windowSamples))
    windowPower = 0
    windowCount = 0
  }

  function end(): Measurement {
    const integrated = loudness.integrated()
    const floor = roomLevel(levels)
    return {
      seconds: samples / rate,
      rate,
      channels: channelCount,
      loudness: Number.isFinite(integrated) ? tenth(integrated) : null,
      truePeak: tenth(Math.max(QUIETEST * 2, 2 * decibels(Math.max(...peaks.map((peak) => peak.end()))))),
      rms: tenth(Math.max(QUIETEST * 2, decibels(total(powers) / channelCount / Math.max(1, samples)))),
      noiseFloor: Number.isFinite(floor) ? tenth(floor) : null,
      clips,
      pauses: pausesIn(levels, quietestLevel(levels)),
      channelFault: channelCount > 1 ? faultOf(powers, product, samples) : null,
      curve: curveOf(loudness.blocks()),
    }
  }

  return { push, end }
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const tenth = (value: number) => Math.round(value * 10) / 10

function faultOf([left = 0, right = 0]: readonly number[], product: number, samples: number) {
  const [quiet, loud] = [left, right].map((power) => decibels(power / Math.max(1, samples))).toSorted((a, b) => a - b)
  if (quiet === undefined || loud === undefined || loud < SILENT) return null
  if (quiet < SILENT || loud - quiet > LOUDER) return 'oneSilent' as const
  return product / Math.sqrt(left * right) < OUT_OF_PHASE ? ('outOfPhase' as const) : null
}

const BLOCKS_A_SECOND = 10

function curveOf(blocks: readonly number[]): number[] {
  return Array.from({ length: Math.ceil(blocks.length / BLOCKS_A_SECOND) }, (_, second) => {
    const part = blocks.slice(second * BLOCKS_A_SECOND, (second + 1) * BLOCKS_A_SECOND)
    return tenth(Math.max(QUIETEST, ...part))
  })
}
