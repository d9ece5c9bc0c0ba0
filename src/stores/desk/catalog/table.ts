import { atom } from 'nanostores'
import { deskExport, deskImport, type ImportReport, TABLES } from '#contract/desk/catalog/catalog.ts'
import { createLatestOnly } from '../../latest-only.ts'
import { deskCall, undoChange } from '../call.ts'
import { base64Of } from '../shop/files.ts'

export type TableName = (typeof TABLES)[number]
type Sending = { table: TableName; format: 'csv' | 'json' | 'jsonl'; content: string }
type Shown = { report: Omit<ImportReport, 'status'>; sent: Sending; isApplying: boolean; fault?: string | undefined }
export type ImportState =
  | { state: 'empty' }
  | { state: 'busy' }
  | { state: 'failed'; fault: string }
  | ({ state: 'shown' } & Shown)

export const $import = atom<ImportState>({ state: 'empty' })
const latestOnly = createLatestOnly()

/** `titles.csv` says its table and its format. */
export function partsOfName(name: string): { table?: TableName; format: Sending['format'] } {
  const [, base = '', extension = ''] = /^(.*?)\.(\w+)$/.exec(name.toLowerCase()) ?? []
  const table = TABLES.find((one) => base.includes(one))
  return { ...(table && { table }), format: extension === 'json' || extension === 'jsonl' ? extension : 'csv' }
}

/** Shows what a file would change; nothing is changed. */
export async function previewTable(table: TableName, file: File): Promise<void> {
  const isLatest = latestOnly.start()
  $import.set({ state: 'busy' })
  const content = await base64Of(file).catch(() => undefined)
  if (!isLatest()) return
  // Moved or deleted since it was chosen.
  if (content === undefined) return $import.set({ state: 'failed', fault: 'notFound' })
  const sent = { table, format: partsOfName(file.name).format, content }
  const result = await deskCall(deskImport, sent)
  if (!isLatest()) return
  $import.set(
    result.ok
      ? { state: 'shown', report: result.value, sent, isApplying: false }
      : { state: 'failed', fault: result.fault },
  )
}

/** Applies what was shown. When the catalog was changed meanwhile, it is compared again first. */
export async function applyTable(): Promise<{ change: number | null } | undefined> {
  const now = $import.get()
  if (now.state !== 'shown' || now.isApplying) return undefined
  const isLatest = latestOnly.current()
  const show = (next: Partial<Shown>) => void (isLatest() && $import.set({ ...now, fault: undefined, ...next }))
  show({ isApplying: true })
  const result = await deskCall(deskImport, { ...now.sent, version: now.report.version })
  if (result.ok) {
    show({ report: result.value })
    return { change: result.value.change }
  }
  const again = result.fault === 'changedMeanwhile' ? await deskCall(deskImport, now.sent) : undefined
  show({ fault: result.fault, ...(again?.ok && { report: again.value }) })
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
