/** Mel-frequency cepstral coefficients: how a moment of speech sounds, in few numbers that do not depend on its loudness. */
export const SAMPLE_RATE = 16_000
const WINDOW = 512
const BANDS = 26
export const COEFFICIENTS = 12
const [LOWEST_HZ, HIGHEST_HZ] = [80, 7_000]

const mel = (hertz: number) => 2_595 * Math.log10(1 + hertz / 700)
const hertz = (value: number) => 700 * (10 ** (value / 2_595) - 1)

/**
 * Returns what writes the coefficients of a window, without that of loudness, into a row. The sample before `from` belongs to it, too.
 */
export function createMfcc(): (samples: Float32Array, from: number, row: Float32Array) => void {
  const filters = melFilters()
  const hamming = Float32Array.from(
    { length: WINDOW },
    (_, at) => 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (WINDOW - 1)),
  )
  const [real, imaginary] = [new Float64Array(WINDOW), new Float64Array(WINDOW)]
  return (samples, from, row) => {
    imaginary.fill(0)
    for (let at = 0; at < WINDOW; at += 1) {
      // Pre-emphasis: high sounds are weak and tell consonants apart.
      const [sample = 0, before = 0] = [samples[from + at], samples[from + at - 1]]
      real[at] = (sample - 0.97 * before) * (hamming[at] ?? 0)
    }
    transform(real, imaginary)
    cepstrum(bandsOf(real, imaginary, filters), row)
  }
}

function bandsOf(real: Float64Array, imaginary: Float64Array, filters: readonly Float32Array[]): number[] {
  return filters.map((filter) => {
    let sum = 0
    for (let bin = 0; bin < filter.length; bin += 1) {
      const weight = filter[bin] ?? 0
      if (weight > 0) sum += weight * ((real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2)
    }
    return Math.log(sum + 1e-8)
  })
}

function cepstrum(bands: readonly number[], row: Float32Array): void {
  for (let at = 0; at < COEFFICIENTS; at += 1)
    row[at] = bands.reduce((sum, band, index) => sum + band * Math.cos((Math.PI * (at + 1) * (index + 0.5)) / BANDS), 0)
}

function melFilters(): Float32Array[] {
  const edges = Array.from({ length: BANDS + 2 }, (_, at) =>
    hertz(mel(LOWEST_HZ) + ((mel(HIGHEST_HZ) - mel(LOWEST_HZ)) * at) / (BANDS + 1)),
  )
  return Array.from({ length: BANDS }, (_, band) => {
    const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3)
    return Float32Array.from({ length: WINDOW / 2 + 1 }, (__, bin) => {
      const at = (bin * SAMPLE_RATE) / WINDOW
      return Math.max(0, Math.min((at - low) / (middle - low), (high - at) / (high - middle)))
    })
  })
}

/** Fast Fourier transform in place, radix 2. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const length = real.length
  for (let at = 1, other = 0; at < length; at += 1) {
    let bit = length >> 1
    for (; other & bit; bit >>= 1) other ^= bit
    other ^= bit
    if (at < other) {
      ;[real[at], real[other]] = [real[other] ?? 0, real[at] ?? 0]
      ;[imaginary[at], imaginary[other]] = [imaginary[other] ?? 0, imaginary[at] ?? 0]
    }
  }
  for (let size = 2; size <= length; size <<= 1) butterflies(real, imaginary, size)
}

function butterflies(real: Float64Array, imaginary: Float64Array, size: number): void {
  const angle = (-2 * Math.PI) / size
  for (let start = 0; start < real.length; start += size)
    for (let at = 0; at < size / 2; at += 1) {
      const [cosine, sine] = [Math.cos(angle * at), Math.sin(angle * at)]
      const [one, other] = [start + at, start + at + size / 2]
      const [r, i] = [real[other] ?? 0, imaginary[other] ?? 0]
      const [turnedR, turnedI] = [r * cosine - i * sine, r * sine + i * cosine]
      real[other] = (real[one] ?? 0) - turnedR
      imaginary[other] = (imaginary[one] ?? 0) - turnedI
      real[one] = (real[one] ?? 0) + turnedR
      imaginary[one] = (imaginary[one] ?? 0) + turnedI
    }
}
