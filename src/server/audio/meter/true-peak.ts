/** Samples on each side of a point between two samples. */
const REACH = 12
/** Points between two samples, as BS.1770-5, annex 2 asks for. */
const FACTOR = 4
const BATCH = 256

/** Windowed sinc: a filter for each point between two samples. */
const PHASES = Array.from({ length: FACTOR - 1 }, (_, phase) => {
  const shift = (phase + 1) / FACTOR
  const taps = Float64Array.from({ length: 2 * REACH }, (_tap, tap) => {
    const x = tap - (REACH - 1) - shift
    const hann = 0.5 + 0.5 * Math.cos((Math.PI * x) / (REACH + 1))
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * hann
  })
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
})
/** No point between samples is louder than the loudest sample nearby times this. */
const BOUND = Math.max(...PHASES.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)))

type PeakMeter = { push(samples: Float32Array): void; end(): number }

/** The highest level of one channel, also between its samples, where a player's converter may clip. 1 is full scale. */
export function createPeakMeter(): PeakMeter {
  let peak = 0
  let rest = new Float32Array(2 * REACH)

  function push(samples: Float32Array): void {
    const all = new Float32Array(rest.length + samples.length)
    all.set(rest)
    all.set(samples, rest.length)
    const last = all.length - 2 * REACH
    for (let at = 0; at < last; at += BATCH) measure(all, at, Math.min(at + BATCH, last))
    rest = all.slice(Math.max(0, last))
  }

  function measure(all: Float32Array, from: number, to: number): void {
    let highest = 0
    for (let at = from; at < to + 2 * REACH; at += 1) highest = Math.max(highest, Math.abs(all[at] ?? 0))
    peak = Math.max(peak, highestIn(all, from, to))
    // Most of a recording is far below its peak.
    if (highest * BOUND > peak) for (let at = from; at < to; at += 1) measureBetween(all, at)
  }

  function measureBetween(all: Float32Array, from: number): void {
    for (const taps of PHASES) {
      let value = 0
      for (let tap = 0; tap < taps.length; tap += 1) value += (taps[tap] ?? 0) * (all[from + tap] ?? 0)
      peak = Math.max(peak, Math.abs(value))
    }
  }

  return {
    push,
    end() {
      push(new Float32Array(2 * REACH))
      return peak
    },
  }
}

/** The samples in the middle of the reach. */
function highestIn(all: Float32Array, from: number, to: number): number {
  let highest = 0
  for (let at = from + REACH; at < to + REACH; at += 1) highest = Math.max(highest, Math.abs(all[at] ?? 0))
  return highest
}
