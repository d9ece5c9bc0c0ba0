import { halved, type Features } from './features.ts'
import { COEFFICIENTS, SAMPLE_RATE } from './mfcc.ts'

/** Dynamic time warping: which moment of one recording sounds like which of the other, when both say the same. */

const [STAY, SKIP, BOTH] = [0, 1, 2] as const
/** Here, because it is read in the innermost loop. */
const ROW = COEFFICIENTS
/** More cells would not fit into memory: half an hour with the shortest hop. */
const MOST_CELLS = 400_000_000
/** A reader may be this much of the whole ahead of the reference voice or behind it. */
const BAND_SHARE = 0.12
const BAND_SECONDS = 30
/** Rows by which a path may leave the one that was found with a hop of double length. */
const RADIUS = 100

/** The columns of each row that the path may use. */
type Band = { first: Int32Array; last: Int32Array }

/**
 * For each row of `reference` the row of `heard` that sounds like it. Where all cells near the diagonal are too many, the path is found with
 * a hop of double length first, and then only the cells around it are looked at.
 */
export function warp(reference: Features, heard: Features, mostCells = MOST_CELLS): Int32Array {
  const diagonal = alongDiagonal(reference, heard)
  if (cellsOf(diagonal) <= mostCells) return warpWithin(reference, heard, diagonal)
  const coarse = warp(halved(reference), halved(heard), mostCells)
  return warpWithin(reference, heard, around(coarse, reference.rows, heard.rows))
}

/** The recording may have silence or music before and after the words, so the band is as wide as they are long. */
function alongDiagonal({ rows, hop }: Features, { rows: columns }: Features): Band {
  const band = Math.ceil(Math.max((BAND_SECONDS * SAMPLE_RATE) / hop, columns * BAND_SHARE))
  const width = Math.min(columns, 2 * band + 1)
  const first = Int32Array.from({ length: rows }, (_, row) =>
    Math.max(0, Math.min(columns - width, Math.round((row * (columns - 1)) / Math.max(1, rows - 1)) - band)),
  )
  return { first, last: first.map((column) => column + width - 1) }
}

function around(coarse: Int32Array, rows: number, columns: number): Band {
  const columnOf = (row: number) => (coarse[Math.min(coarse.length - 1, row)] ?? 0) * 2
  const first = Int32Array.from({ length: rows }, (_, row) => Math.max(0, columnOf(row >> 1) - RADIUS))
  // A row of the coarse path lasts until the next one begins.
  const last = Int32Array.from({ length: rows }, (_, row) =>
    row >> 1 >= coarse.length - 1 ? columns - 1 : Math.min(columns - 1, columnOf((row >> 1) + 1) + 1 + RADIUS),
  )
  return { first, last }
}

function cellsOf({ first, last }: Band): number {
  let cells = 0
  for (let row = 0; row < first.length; row += 1) cells += (last[row] ?? 0) - (first[row] ?? 0) + 1
  return cells
}

function warpWithin(reference: Features, heard: Features, band: Band): Int32Array {
  const steps = new Uint8Array(cellsOf(band))
  const widest = band.first.reduce((most, first, row) => Math.max(most, (band.last[row] ?? 0) - first + 1), 0)
  let [before, costs] = [new Float64Array(widest), new Float64Array(widest)]
  let [start, firstBefore, widthBefore] = [0, 0, 0]
  for (let row = 0; row < reference.rows; row += 1) {
    const first = band.first[row] ?? 0
    const width = (band.last[row] ?? 0) - first + 1
    for (let at = 0; at < width; at += 1) {
      const above = first + at - firstBefore
      // Diagonal first: the voices have about the same speed.
      const both = row === 0 ? (at === 0 ? 0 : Infinity) : valueAt(before, above - 1, widthBefore)
      const skip = valueAt(before, above, widthBefore)
      const stay = at > 0 ? (costs[at - 1] ?? Infinity) : Infinity
      const best = Math.min(both, skip, stay)
      costs[at] = best + distance(reference.values, row * ROW, heard.values, (first + at) * ROW)
      steps[start + at] = best === both ? BOTH : best === skip ? SKIP : STAY
    }
    ;[before, costs] = [costs, before]
    ;[start, firstBefore, widthBefore] = [start + width, first, width]
  }
  return pathOf(steps, band)
}

const valueAt = (values: Float64Array, at: number, width: number): number =>
  at >= 0 && at < width ? (values[at] ?? Infinity) : Infinity

/** Between the rows that begin at these places. */
function distance(ones: Float32Array, one: number, others: Float32Array, other: number): number {
  let sum = 0
  for (let at = 0; at < ROW; at += 1) {
    const difference = (ones[one + at] ?? 0) - (others[other + at] ?? 0)
    sum += difference * difference
  }
  return Math.sqrt(sum)
}

/** Back from the end: the first column of each row. */
function pathOf(steps: Uint8Array, { first, last }: Band): Int32Array {
  const path = new Int32Array(first.length)
  let row = path.length - 1
  let [column, start] = [last[row] ?? 0, steps.length - ((last[row] ?? 0) - (first[row] ?? 0) + 1)]
  while (row >= 0) {
    const from = first[row] ?? 0
    path[row] = column
    const step = steps[start + column - from]
    if (step === STAY && column > from) {
      column -= 1
      continue
    }
    row -= 1
    if (row < 0) break
    const [begin, end] = [first[row] ?? 0, last[row] ?? 0]
    start -= end - begin + 1
    column = Math.max(begin, Math.min(end, step === BOTH ? column - 1 : column))
  }
  return path
}
