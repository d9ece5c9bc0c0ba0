import type { ImportFault } from '../report.ts'

/** A fault in a publisher's file. `nearest` is the known name that is most similar. */
export type CatalogFault = ImportFault & { file?: string; nearest?: string }
export type CatalogReport = (fault: CatalogFault) => void

const MAX_SHOWN = 60
export function shown(cell: unknown): string {
  const text = typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? '')
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
