import type { ImportFault } from '../report.ts'

/** A fault in a publisher's file. `nearest` is the known name that is most similar. */
export type CatalogFault = ImportFault & { file?: string; nearest?: string }
export type CatalogReport = (fault: CatalogFault) => void

/** Faults of these fields do not exclude the row: it is imported without them. */
const OPTIONAL_FIELDS = /^(?:cover|photo|image|samples|tracks\.|reviews\.(?:name|score)$)/
const REFERENCES = new Set(['authors', 'directors', 'artists', 'categories', 'series'])

/** Whether the row was imported although it has the fault. */
export const isRowImported = ({ field, reason, kind, isWarning }: CatalogFault): boolean =>
  isWarning === true ||
  kind === 'file' ||
  reason === 'pricedSilent' ||
  OPTIONAL_FIELDS.test(field) ||
  (REFERENCES.has(field) && reason === 'unknown')

const MAX_SHOWN = 60
export function shown(cell: unknown): string {
  const text = typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? '')
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
