import { kWeighting } from './k-weighting.ts'

/** Blocks of 400 ms that begin every 100 ms (ITU-R BS.1770-5, annex 1; EBU R 128). */
const STEP_SECONDS = 0.1
const STEPS_IN_BLOCK = 4
/** Quieter blocks are silence and count for nothing. */
const ABSOLUTE_GATE = -70
/** Blocks this much quieter than the rest are pauses. */
const RELATIVE_GATE = -10
/** The level that a sine of 1 kHz reads 0 dB less than. */
const OFFSET = -0.691

const levelOf = (power: number): number => (power > 0 ? OFFSET + 10 * Math.log10(power) : -Infinity)
const powerOf = (level: number): number => 10 ** ((level - OFFSET) / 10)

type LoudnessMeter = {
  push(channels: readonly Float32Array[]): void
  /** LUFS; -Infinity: nothing louder than the gate. */
  integrated(): number
  /** LUFS of each block of 400 ms, ten a second. */
  blocks(): number[]
}

/** Measures how loud a recording is as a whole. Mono counts as one channel, as ffmpeg counts it. */
export function createLoudnessMeter(rate: number, channelCount: number): LoudnessMeter {
  const filters = Array.from({ length: channelCount }, () => kWeighting(rate))
  const stepSamples = Math.round(rate * STEP_SECONDS)
  const steps: number[] = []
  let [sum, count] = [0, 0]

  function push(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0
    for (let at = 0; at < length; at += 1) {
      for (let channel = 0; channel < channelCount; channel += 1) {
        const weighted = filters[channel]?.(channels[channel]?.[at] ?? 0) ?? 0
        sum += weighted * weighted
      }
      count += 1
      if (count === stepSamples) endStep()
    }
  }

  function endStep(): void {
    steps.push(sum / stepSamples)
    sum = 0
    count = 0
  }

  const powers = () => steps.slice(STEPS_IN_BLOCK - 1).map((_, at) => mean(steps.slice(at, at + STEPS_IN_BLOCK)))

  return { push, integrated: () => gated(powers()), blocks: () => powers().map(levelOf) }
}

/** The mean of what is louder than both gates. */
function gated(powers: readonly number[]): number {
  const audible = powers.filter((power) => power > powerOf(ABSOLUTE_GATE))
  if (audible.length === 0) return -Infinity
  const gate = Math.max(mean(audible) * 10 ** (RELATIVE_GATE / 10), powerOf(ABSOLUTE_GATE))
  return levelOf(mean(audible.filter((power) => power > gate)))
}

function mean(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return values.length > 0 ? sum / values.length : 0
}
