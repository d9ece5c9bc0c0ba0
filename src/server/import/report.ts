/**
 * Something of a catalog that was left out, and where: a row, or a file or reference of a row that went in without it.
 * A warning tells of what went in and may be wrong.
 */
export type ImportFault = {
  kind: string
  line: number
  key?: string
  field: string
  reason: string
  /** What stood there: a path, a key. */ given?: string
  isWarning?: true
}
export type ImportReport = (fault: ImportFault) => void

export function keyOf(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null) return undefined
  const name = 'key' in row ? row.key : 'code' in row ? row.code : 'slug' in row ? row.slug : undefined
  return typeof name === 'string' ? name : undefined
}
