import { plainCell } from '#contract/text/csv-cell.ts'
import type { Wording } from '#contract/text/text.ts'
import { EMPTY_CELL } from '../source/map-row.ts'
import type { RawRow } from '../source/read-row.ts'

const WORDS: readonly (keyof Wording)[] = ['name', 'shortDescription', 'description', 'exercise']
const isPrice = (column: string): boolean => /^(?:price|discounted)(?:Inr|Usd)$/.test(column)

/** A CSV whose columns are all that the rows have; undefined without rows. */
export function csvOf(rows: readonly RawRow[]): string | undefined {
  if (rows.length === 0) return undefined
  const flat = rows.map(cellsOf)
  const columns = [...new Set(flat.flatMap((cells) => [...cells.keys()]))]
  const lines = [columns, ...flat.map((cells) => columns.map((column) => cells.get(column) ?? ''))]
  return `\ufeff${lines.map((line) => line.map(quoted).join(',')).join('\r\n')}\r\n`
}

function quoted(text: string): string {
  const cell = plainCell(text)
  return /[",;\t|\n\r]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function cellsOf(row: RawRow): Map<string, string> {
  const cells = new Map<string, string>()
  for (const [column, value] of Object.entries(row)) {
    if (column === 'translations') for (const [name, text] of textsOf(value)) cells.set(name, text)
    else if (value !== undefined && value !== null) cells.set(column, cellOf(column, value))
  }
  return cells
}

function textsOf(translations: unknown): [string, string][] {
  return Object.entries(Object(translations)).flatMap(([locale, words]) =>
    WORDS.flatMap((word): [string, string][] => {
      const text: unknown = Object(words)[word]
      return typeof text === 'string' ? [[`${word}.${locale}`, readable(text)]] : []
    }),
  )
}

/** A text that looks like an empty cell, as the name "None", is written with an entity. */
const readable = (text: string): string =>
  text && EMPTY_CELL.test(text) ? `&#${text.codePointAt(0)};${text.slice(1)}` : text

function cellOf(column: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return isPrice(column) ? String(value / 100) : String(value)
  if (typeof value === 'string') return readable(value)
  if (!Array.isArray(value)) return JSON.stringify(value)
  if (column === 'shelves') return value.map(({ shelf, position }) => `${shelf}:${position}`).join(';')
  const isPlain = value.every((entry) => typeof entry === 'string' && entry && !/[;|\n]/.test(entry))
  return isPlain ? value.join(';') : JSON.stringify(value)
}
