/**
 * A row that was not imported, or a file or reference that was left out of an imported row. A warning is about something
 * that was imported and may be wrong.
 */
export type ImportFault = {
  kind: string
  line: number
  key?: string
  field: string
  reason: string
  /** The value in the row: a path, a key. */
  given?: string
  isWarning?: true
}
export type ImportReport = (fault: ImportFault) => void

export function keyOf(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null) return undefined
  const name = 'key' in row ? row.key : 'code' in row ? row.code : 'slug' in row ? row.slug : undefined
  return typeof name === 'string' ? name : undefined
}
