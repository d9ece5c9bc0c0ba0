import { COEFFICIENTS, createMfcc } from './mfcc.ts'

/** How a sound is, moment by moment: one row of coefficients for every `hop` samples. */
export type Features = { hop: number; rows: number; values: Float32Array }

const HOP = 640
/** Thirteen hours with the shortest hop: 58 MB. Longer sounds get a longer one. */
const MOST_ROWS = 1_200_000

/** Takes a sound piece by piece: two days of it would not fit into memory. `mostRows` is even. */
export function collectFeatures(mostRows = MOST_ROWS) {
  const mfcc = createMfcc()
  let features: Features = { hop: HOP, rows: 0, values: new Float32Array(1_024 * COEFFICIENTS) }
  /** From the sample before the next window. */
  let rest = new Float32Array(1)
  let samples = 0
  let moments = 0
  const [moment, sum] = [new Float32Array(COEFFICIENTS), new Float32Array(COEFFICIENTS)]

  function addMoment(): void {
    for (let at = 0; at < COEFFICIENTS; at += 1) sum[at] = (sum[at] ?? 0) + (moment[at] ?? 0)
    moments += 1
    if (moments < features.hop / HOP) return
    if (features.rows === mostRows) features = halved(features)
    if (moments < features.hop / HOP) return
    const values = withRoom(features)
    for (let at = 0; at < COEFFICIENTS; at += 1) values[features.rows * COEFFICIENTS + at] = (sum[at] ?? 0) / moments
    features = { ...features, rows: features.rows + 1, values }
    sum.fill(0)
    moments = 0
  }

  return {
    add(piece: Float32Array): void {
      const all = new Float32Array(rest.length + piece.length)
      all.set(rest)
      all.set(piece, rest.length)
      let from = 1
      for (; from + HOP <= all.length; from += HOP) {
        mfcc(all, from, moment)
        addMoment()
      }
      rest = all.slice(from - 1)
      samples += piece.length
    },
    samples: () => samples,
    features: () => features,
  }
}

function withRoom({ rows, values }: Features): Float32Array {
  if (values.length >= (rows + 1) * COEFFICIENTS) return values
  const larger = new Float32Array(values.length * 2)
  larger.set(values)
  return larger
}

/** With a hop of double length: rows are the means of two. */
export function halved({ hop, rows, values }: Features): Features {
  const half = new Float32Array(Math.ceil(rows / 2) * COEFFICIENTS)
  for (let row = 0; row < rows; row += 2) {
    const next = Math.min(row + 1, rows - 1)
    for (let at = 0; at < COEFFICIENTS; at += 1)
      half[(row / 2) * COEFFICIENTS + at] =
        ((values[row * COEFFICIENTS + at] ?? 0) + (values[next * COEFFICIENTS + at] ?? 0)) / 2
  }
  return { hop: hop * 2, rows: half.length / COEFFICIENTS, values: half }
}

/** Both with the longer one of their hops. */
export function withSameHop(one: Features, other: Features): [Features, Features] {
  if (one.hop < other.hop) return withSameHop(halved(one), other)
  return one.hop > other.hop ? withSameHop(one, halved(other)) : [one, other]
}

/** The part between two samples, with the mean and the spread of each coefficient taken away: voices and microphones differ by a constant. */
export function partOf({ hop, values, rows: all }: Features, begin: number, end: number): Features {
  const [first, last] = [Math.round(begin / hop), Math.min(all, Math.ceil(end / hop))]
  const part = values.slice(first * COEFFICIENTS, Math.max(first + 1, last) * COEFFICIENTS)
  const rows = part.length / COEFFICIENTS
  for (let at = 0; at < COEFFICIENTS; at += 1) {
    let [mean, spread] = [0, 0]
    for (let index = at; index < part.length; index += COEFFICIENTS) mean += (part[index] ?? 0) / rows
    for (let index = at; index < part.length; index += COEFFICIENTS) spread += ((part[index] ?? 0) - mean) ** 2 / rows
    for (let index = at; index < part.length; index += COEFFICIENTS)
      part[index] = ((part[index] ?? 0) - mean) / Math.sqrt(spread + 1e-6)
  }
  return { hop, rows, values: part }
}
