import { validate, type Struct } from 'superstruct'
import { keyOf, type ImportReport } from './report.ts'

type Source<Row> = {
  kind: string
  struct: Struct<Row, unknown>
  report: ImportReport
}

/** Reads one row; an invalid one is reported. */
export function rowReader<Row>({
  kind,
  struct,
  report,
}: Source<Row>): (value: unknown, line: number) => Row | undefined {
  return (value, line) => {
    const [fault, row] = validate(value, struct, { coerce: true })
    if (!fault) return row
    const key = keyOf(value)
    const { path, type, value: given, refinement } = fault
    const reason = refinement ?? (given === undefined ? 'required' : type === 'never' ? 'unknown' : 'type')
    report({ kind, line, ...(key && { key }), field: path.join('.') || '-', reason })
    return undefined
  }
}

/** Valid rows, each with its line. An invalid or repeated row is reported and skipped. */
export async function* validRows<Row>(
  rows: Iterable<unknown> | AsyncIterable<unknown>,
  source: Source<Row>,
): AsyncGenerator<{ row: Row; line: number }> {
  const read = rowReader(source)
  const seen = new Set<string>()
  let line = 0
  for await (const value of rows) {
    line += 1
    const key = keyOf(value)
    const row = read(value, line)
    if (row === undefined) continue
    if (key !== undefined && seen.has(key)) {
      source.report({ kind: source.kind, line, key, field: 'key', reason: 'repeated' })
      continue
    }
    if (key !== undefined) seen.add(key)
    yield { row, line }
  }
}

export async function* inBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Maps all items, at most `width` at once, and keeps their order. */
export async function mapBounded<Item, Result>(
  items: Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<number, Result>()
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) results.set(index, await work(item))
  }
  await Promise.all(Array.from({ length: width }, worker))
  return [...results.entries()].toSorted(([a], [b]) => a - b).map(([, result]) => result)
}
