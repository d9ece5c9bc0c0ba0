/** Pairs of header and cell; a header may occur twice. */
export type Cells = readonly (readonly [header: string, cell: unknown])[]
/** A row of a file, or the reason why the line is not a row. */
export type Line = { line: number; cells: Cells } | { line: number; reason: string }

/** Replaces lone surrogates, which PostgreSQL refuses. */
export function parseJson(text: string): unknown {
  const hasHalves = /\\u[dD][89a-fA-F]/.test(text)
  return JSON.parse(
    text,
    hasHalves ? (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value) : undefined,
  )
}

export function cellsOf(line: number, value: unknown): Line {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { line, reason: 'notRow' }
  return { line, cells: Object.entries(value) }
}
