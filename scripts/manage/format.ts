import type { Told } from './command.ts'

type Row = Record<string, unknown>
const GAP = '  '
const WIDEST = 40

/** As a person at a terminal reads it. */
export function shown(told: Told): string {
  if ('done' in told) return told.done
  if ('one' in told) return pairs(told.one)
  const { total, page, pages, rows } = told.list
  return [...table(rows), `${total} in all, page ${page} of ${pages}`].join('\n')
}

function pairs(row: Row): string {
  const width = Math.max(...Object.keys(row).map((name) => name.length))
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}${GAP}${textOf(value)}`)
    .join('\n')
}

function table(rows: Row[]): string[] {
  const names = Object.keys(rows[0] ?? {})
  const cells = [names, ...rows.map((row) => names.map((name) => cut(textOf(row[name]))))]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => lengthOf(row[column]))))
  return cells.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - lengthOf(cell)))
      .join(GAP)
      .trimEnd(),
  )
}

const letters = new Intl.Segmenter()
/** Letters as they are seen: a Devanagari syllable is several characters. */
const lettersOf = (text: string): string[] => Array.from(letters.segment(text), ({ segment }) => segment)
const lengthOf = (text = ''): number => lettersOf(text).length
const cut = (text: string): string =>
  lengthOf(text) > WIDEST
    ? `${lettersOf(text)
        .slice(0, WIDEST - 1)
        .join('')}…`
    : text

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null || value === undefined ? '–' : String(value)
}
