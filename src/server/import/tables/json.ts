import { cellsOf, parseJson, type Line } from './line.ts'

const ROW = /^(?:key|id|name|title|code|slug|translations)$/i

/** Rows of one JSON text: a list, one row, or an object with either under any name. */
export async function* jsonRows(text: string): AsyncGenerator<Line> {
  const value = read(text)
  if (value === undefined) return yield { line: 1, reason: /^\s*</.test(text) ? 'webPage' : 'json' }
  if (listsIn(value).length > 1) return yield { line: 1, reason: 'severalLists' }
  const found = rowsIn(value)
  if (found.length === 0) return yield { line: 1, reason: 'noRows' }
  for (const [index, row] of found.entries()) yield cellsOf(index + 1, row)
}

function read(text: string): unknown {
  try {
    return parseJson(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Names of lists of rows side by side: which of them is meant is not ours to guess. */
function listsIn(value: unknown): string[] {
  if (!isObject(value) || Array.isArray(value) || Object.keys(value).some((name) => ROW.test(name))) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    Array.isArray(inner) && inner.some((row) => isObject(row) && !Array.isArray(row)) ? [name] : [],
  )
}

function rowsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return []
  if (Object.keys(value).some((name) => ROW.test(name))) return [value]
  return Object.values(value).flatMap((inner) =>
    Array.isArray(inner) ? inner : isObject(inner) ? rowsOfObject(inner) : [],
  )
}

/** Some programs export rows as an object with numbers or keys as names. */
function rowsOfObject(inner: object): unknown[] {
  const values = Object.values(inner)
  return values.length > 0 && values.every(isObject) ? values : rowsIn(inner)
}
