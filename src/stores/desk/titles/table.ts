import { atom, computed, map } from 'nanostores'
import { readPasted } from '#contract/desk/titles/pasted-table.ts'
import { priceText } from '#contract/desk/shop/price-text.ts'
import { deskChangeTable, TABLE_COLUMNS, type TableCell, type TableColumn } from '#contract/desk/titles/title-table.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { deskCall, undoChange } from '../call.ts'
import { isSame, rebase } from '../../rebase.ts'
import { loadTitles, type ListedTitle } from './list.ts'

export type TablePreview = ReplyOf<typeof deskChangeTable>
type TableState =
  | { state: 'open' | 'busy' }
  | { state: 'failed'; fault: string }
  | { state: 'done'; change: number; count: number }

/** What was typed or pasted, by `id column`. */
export const $cells = map<Record<string, string>>({})
export const $preview = atom<TablePreview | undefined>(undefined)
export const $table = atom<TableState>({ state: 'open' })
export const $changedCells = computed($cells, (cells) => Object.keys(cells).length)

const cellKey = (id: number, column: TableColumn) => `${id} ${column}`

/** The text of a cell as the list has it. */
export function storedText({ names, price_inr, price_usd, published }: ListedTitle, column: TableColumn): string {
  const texts: Record<TableColumn, string> = {
    nameEn: names.en ?? '',
    nameMr: names.mr ?? '',
    priceInr: priceText(price_inr),
    priceUsd: priceText(price_usd),
    published,
  }
  return texts[column]
}

export const textIn = (cells: Record<string, string>, title: ListedTitle, column: TableColumn): string =>
  cells[cellKey(title.id, column)] ?? storedText(title, column)

export function typeCell(title: ListedTitle, column: TableColumn, text: string): void {
  const { [cellKey(title.id, column)]: _, ...others } = $cells.get()
  $cells.set(text === storedText(title, column) ? others : { ...others, [cellKey(title.id, column)]: text })
  $preview.set(undefined)
  if ($table.get().state !== 'busy') $table.set({ state: 'open' })
}

/** Fills the cells from this one to the right and down. Returns how many. */
export function pasteCells(titles: readonly ListedTitle[], row: number, column: TableColumn, text: string): number {
  const first = TABLE_COLUMNS.indexOf(column)
  let count = 0
  for (const [down, values] of readPasted(text).entries())
    for (const [right, value] of values.entries()) {
      const [title, target] = [titles[row + down], TABLE_COLUMNS[first + right]]
      if (!title || !target) continue
      typeCell(title, target, value)
      count += 1
    }
  return count
}

export function dropCells(): void {
  $cells.set({})
  $preview.set(undefined)
  $table.set({ state: 'open' })
}

const cellsToSend = (): TableCell[] =>
  Object.entries($cells.get()).map(([key, text]) => {
    const [id = '', column] = key.split(' ')
    return { id: Number(id), column: TABLE_COLUMNS.find((one) => one === column) ?? 'nameEn', text }
  })

/** Asks the server what would change; nothing is written. */
export async function previewTable(): Promise<void> {
  await send(false)
}

/** Writes what the preview showed. */
export async function applyTable(): Promise<void> {
  const sent = $cells.get()
  const applied = await send(true)
  if (!applied || applied.change === null) return
  // What was typed meanwhile is a change of its own.
  $cells.set(rebase(sent, $cells.get(), {}))
  $preview.set(undefined)
  $table.set({ state: 'done', change: applied.change, count: applied.changes.length })
  await loadTitles()
}

async function send(apply: boolean): Promise<TablePreview | undefined> {
  if ($table.get().state === 'busy') return undefined
  $table.set({ state: 'busy' })
  const version = apply ? ($preview.get()?.version ?? null) : null
  const sent = $cells.get()
  const result = await deskCall(deskChangeTable, { cells: cellsToSend(), apply, version })
  if (!result.ok) {
    $table.set({ state: 'failed', fault: result.fault })
    // What was shown is no longer true.
    if (result.fault === 'changedMeanwhile') await loadTitles().then(previewAgain)
    return undefined
  }
  // A preview shows all that would be written, or there is none.
  $preview.set(isSame(sent, $cells.get()) ? result.value : undefined)
  $table.set({ state: 'open' })
  return result.value
}

async function previewAgain(): Promise<void> {
  const sent = $cells.get()
  const result = await deskCall(deskChangeTable, { cells: cellsToSend(), apply: false, version: null })
  if (result.ok && isSame(sent, $cells.get())) $preview.set(result.value)
}

/** Takes the last change back; returns the fault. */
export async function undoTable(change: number): Promise<string | undefined> {
  const fault = await undoChange(change)
  if (fault) return fault
  $table.set({ state: 'open' })
  await loadTitles()
  return undefined
}
