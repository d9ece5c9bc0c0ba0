import { atom } from 'nanostores'
import { deskExport, deskImport, type ImportReport, TABLES } from '#contract/desk/catalog/catalog.ts'
import { deskCall, undoChange } from '../call.ts'
import { base64Of } from '../shop/files.ts'

export type TableName = (typeof TABLES)[number]
export type ImportState =
  | { state: 'empty' }
  | { state: 'busy' }
  | { state: 'failed'; fault: string }
  | { state: 'shown'; report: Omit<ImportReport, 'status'>; isApplying: boolean; fault?: string | undefined }

export const $import = atom<ImportState>({ state: 'empty' })
type Sending = { table: TableName; format: 'csv' | 'json' | 'jsonl'; content: string }
let sent: Sending | undefined

/** `titles.csv` says its table and its format. */
export function partsOfName(name: string): { table?: TableName; format: Sending['format'] } {
  const [, base = '', extension = ''] = /^(.*?)\.(\w+)$/.exec(name.toLowerCase()) ?? []
  const table = TABLES.find((one) => base.includes(one))
  return { ...(table && { table }), format: extension === 'json' || extension === 'jsonl' ? extension : 'csv' }
}

/** Shows what a file would change; nothing is changed. */
export async function previewTable(table: TableName, file: File): Promise<void> {
  $import.set({ state: 'busy' })
  sent = { table, format: partsOfName(file.name).format, content: await base64Of(file) }
  const result = await deskCall(deskImport, sent)
  $import.set(
    result.ok ? { state: 'shown', report: result.value, isApplying: false } : { state: 'failed', fault: result.fault },
  )
}

/** Applies what was shown. When the catalog was changed meanwhile, it is compared again first. */
export async function applyTable(): Promise<{ change: number | null } | undefined> {
  const now = $import.get()
  if (now.state !== 'shown' || now.isApplying || !sent) return undefined
  $import.set({ ...now, isApplying: true, fault: undefined })
  const result = await deskCall(deskImport, { ...sent, version: now.report.version })
  if (result.ok) {
    $import.set({ state: 'shown', report: result.value, isApplying: false })
    return { change: result.value.change }
  }
  const again = result.fault === 'changedMeanwhile' ? await deskCall(deskImport, sent) : undefined
  $import.set({ state: 'shown', report: again?.ok ? again.value : now.report, isApplying: false, fault: result.fault })
  return undefined
}

/** Takes an applied table back; returns the fault. */
export async function undoImport(change: number): Promise<string | undefined> {
  const fault = await undoChange(change)
  if (!fault) $import.set({ state: 'empty' })
  return fault
}

/** The file of a table, or why there is none. */
export async function exportTable(table: TableName): Promise<{ name: string; text: string } | { fault: string }> {
  const result = await deskCall(deskExport, { table })
  return result.ok ? result.value : { fault: result.fault }
}
