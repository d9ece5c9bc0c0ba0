import type { ImportFault } from '../report.ts'

/** A fault of a publisher's file. `nearest` is a name that may have been meant. */
export type CatalogFault = ImportFault & { file?: string; nearest?: string }
export type CatalogReport = (fault: CatalogFault) => void

const MOST = 60
export function shown(cell: unknown): string {
  const text = typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? '')
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text
}
