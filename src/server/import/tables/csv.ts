import { CsvError, parse } from 'csv-parse/sync'
import { textOfCell } from '#contract/text/csv-cell.ts'
import type { Cells, Line } from './line.ts'

const SEPARATORS = [',', ';', '\t', '|']
/** A quoted text may contain line breaks; one with more lines than this was never closed. */
const MAX_LINES = 500
/** Lines above the headers, for example the name of the catalog or a date. */
const MAX_LINES_ABOVE = 10
const MAX_LETTERS = 500_000

type PendingLine = { line: number; text: string; quotes: number }

/**
 * Records of a table with a line of headers. An unreadable record does not affect the others: an unclosed quote ends with
 * its line, and reading continues with the next.
 */
export async function* csvRows(
  lines: AsyncIterable<string>,
  isKnownHeader: (header: string) => boolean,
): AsyncGenerator<Line> {
  let pending: PendingLine[] = []
  let headers: string[] | undefined
  let separator: string | undefined
  let line = 0
  let linesAbove = 0
  for await (const text of lines) {
    line += 1
    const [, declared] = (line === 1 && /^\ufeff?sep=(.)$/i.exec(text)) || []
    if (declared) separator = declared
    else pending.push({ line, text, quotes: text.split('"').length - 1 })
    yield* completeRecords(false)
    if (linesAbove > MAX_LINES_ABOVE) return yield { line: 1, reason: 'noHeaders' }
  }
  yield* completeRecords(true)
  if (!headers && linesAbove > 0) yield { line: 1, reason: 'noHeaders' }

  function* completeRecords(isLast: boolean): Generator<Line> {
    for (let count = linesOfRecord(pending, isLast); count > 0; count = linesOfRecord(pending, isLast)) {
      const at = pending[0]?.line ?? line
      const { record, used } = recordOf(pending.slice(0, count), separator ?? separatorOf(pending), headers?.length)
      if (record === 'quote') yield { line: at, reason: headers ? 'quote' : 'header' }
      else if (headers && record !== 'blank') yield rowOf(at, headers, record)
      else if (record !== 'blank' && record.some(isKnownHeader)) {
        separator ??= separatorOf(pending)
        headers = record.map((header) => header.trim())
      } else linesAbove += record === 'blank' ? 0 : 1
      pending = pending.slice(used)
    }
  }
}

/** A record is complete when its number of quotes is even. 0 until then. */
function linesOfRecord(pending: PendingLine[], isLast: boolean): number {
  let quotes = 0
  let letterCount = 0
  for (const [index, one] of pending.entries()) {
    quotes += one.quotes
    letterCount += one.text.length
    if (quotes % 2 === 0 || index >= MAX_LINES || letterCount > MAX_LETTERS) return index + 1
  }
  return isLast ? pending.length : 0
}

/** The first record, and how many lines it uses. */
function recordOf(
  pending: PendingLine[],
  separator: string,
  columns: number | undefined,
): { record: string[] | 'blank' | 'quote'; used: number } {
  const [first = { text: '' }] = pending
  if (!first.text.replaceAll(separator, '').trim()) return { record: 'blank', used: 1 }
  const whole = parseRecord(pending.map(({ text }) => text).join('\n'), separator)
  if (whole && (pending.length === 1 || columns === undefined || whole.length <= columns))
    return { record: whole, used: pending.length }
  return { record: parseRecord(first.text, separator, true)?.map(unquoted) ?? 'quote', used: 1 }
}

/** `relax` reads a quote inside a text as a letter. */
function parseRecord(text: string, delimiter: string, relax = false): string[] | undefined {
  try {
    // The lines are split already: no character may end a record here.
    const [record] = parse(text, {
      delimiter,
      relax_quotes: relax,
      relax_column_count: true,
      record_delimiter: ['\u0000'],
    })
    return record
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}

/** Removes the quotes around a text that was parsed with `relax`. */
function unquoted(value: string): string {
  const [, inner] = /^"(.*)"$/s.exec(value) ?? []
  return inner === undefined ? value : inner.replaceAll('""', '"')
}

/** The separator that the headers contain most. */
function separatorOf([first]: PendingLine[]): string {
  const count = (sign: string) => (first?.text.replace(/"[^"]*"/g, '') ?? '').split(sign).length
  return SEPARATORS.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

function rowOf(line: number, headers: string[], values: string[]): Line {
  const extra = values.slice(headers.length).filter((value) => value.trim())
  // The cells are shifted: their columns are unknown.
  if (extra.length > 0) return { line, reason: 'columns' }
  const cells: Cells = headers.flatMap((header, index) =>
    header || values[index]?.trim() ? [[header, textOfCell(values[index] ?? '')] as const] : [],
  )
  return { line, cells }
}
