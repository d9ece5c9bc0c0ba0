/** Dynamic time warping: which moment of one recording sounds like which of the other, when both say the same. */

const [STAY, SKIP, BOTH] = [0, 1, 2] as const
/** More cells would not fit into memory. */
const MOST_CELLS = 400_000_000

/**
 * For each row of `reference` the row of `heard` that sounds like it. The path may leave the diagonal by `band` rows of `heard`;
 * the recording may have silence or music before and after the words, so the band is as wide as they are long.
 */
export function warp(reference: readonly Float32Array[], heard: readonly Float32Array[], band: number): Int32Array {
  const [rows, columns] = [reference.length, heard.length]
  const width = Math.min(columns, 2 * band + 1)
  if (rows * width > MOST_CELLS) throw new Error('the recording is too long to align')
  const steps = new Uint8Array(rows * width)
  const firstOf = (row: number) =>
    Math.max(0, Math.min(columns - width, Math.round((row * (columns - 1)) / Math.max(1, rows - 1)) - band))
  let before = new Float64Array(width).fill(Infinity)
  for (let row = 0; row < rows; row += 1) {
    const [first, last] = [firstOf(row), row > 0 ? firstOf(row - 1) : 0]
    const costs = new Float64Array(width).fill(Infinity)
    for (let at = 0; at < width; at += 1) {
      const column = first + at
      const own = distance(reference[row], heard[column])
      // Diagonal first: the voices have about the same speed.
      const both = row === 0 ? (column === 0 ? 0 : Infinity) : valueAt(before, column - 1 - last)
      const skip = row === 0 ? Infinity : valueAt(before, column - last)
      const stay = at > 0 ? valueAt(costs, at - 1) : Infinity
      const best = Math.min(both, skip, stay)
      costs[at] = own + best
      steps[row * width + at] = best === both ? BOTH : best === skip ? SKIP : STAY
    }
    before = costs
  }
  return pathOf({ rows, columns, width, steps, firstOf })
}

const valueAt = (values: Float64Array, at: number) =>
  at >= 0 && at < values.length ? (values[at] ?? Infinity) : Infinity

function distance(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (!one || !other) return Infinity
  let sum = 0
  for (let at = 0; at < one.length; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0)
    sum += difference * difference
  }
  return Math.sqrt(sum)
}

type Walk = { rows: number; columns: number; width: number; steps: Uint8Array; firstOf: (row: number) => number }

/** Back from the end: the first column of each row. */
function pathOf({ rows, columns, width, steps, firstOf }: Walk): Int32Array {
  const path = new Int32Array(rows)
  let [row, column] = [rows - 1, columns - 1]
  while (row >= 0) {
    path[row] = column
    const step = steps[row * width + column - firstOf(row)]
    if (row === 0 && column === 0) break
    if (step === STAY && column > firstOf(row)) column -= 1
    else {
      row -= 1
      if (step === BOTH) column -= 1
    }
    column = Math.max(0, column)
  }
  return path
}
