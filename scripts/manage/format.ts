import type { CommandResult } from './command.ts'

type Row = Record<string, unknown>
const GAP = '  '
const MAX_CELL = 40

/** Formats a result for a terminal. */
export function formatResult(result: CommandResult): string {
  if ('done' in result) return result.done
  if ('one' in result) return pairs(result.one)
  const { total, page, pages, rows } = result.list
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
  const cells = [names, ...rows.map((row) => names.map((name) => cut(textOf(row[name]).replace(/\s+/g, ' '))))]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => lengthOf(row[column]))))
  return cells.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - lengthOf(cell)))
      .join(GAP)
      .trimEnd(),
  )
}

const segmenter = new Intl.Segmenter()
/** Graphemes: a Devanagari syllable has several characters. */
const graphemesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)
const lengthOf = (text = ''): number => graphemesOf(text).length
const cut = (text: string): string =>
  lengthOf(text) > MAX_CELL
    ? `${graphemesOf(text)
        .slice(0, MAX_CELL - 1)
        .join('')}…`
    : text

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null || value === undefined ? '–' : String(value)
}
