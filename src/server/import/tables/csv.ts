import { CsvError, parse } from 'csv-parse/sync'
import type { Cells, Line } from './line.ts'

const SEPARATORS = [',', ';', '\t', '|']
/** A text in quotes may run over lines; one that runs over more was never closed. */
const MOST_LINES = 500
/** Lines that may stand over the headers: the name of the catalog, a date. */
const MOST_ABOVE = 10
const MOST_LETTERS = 500_000

type Existing = { line: number; text: string; quotes: number }

/**
 * Records of a table with a line of headers. A record that cannot be read costs itself: a quote that nobody closed ends with its
 * line, and reading goes on with the next.
 */
export async function* csvRows(lines: AsyncIterable<string>, knows: (header: string) => boolean): AsyncGenerator<Line> {
  let held: Existing[] = []
  let headers: string[] | undefined
  let separator: string | undefined
  let line = 0
  let above = 0
  for await (const text of lines) {
    line += 1
    const [, told] = (line === 1 && /^\ufeff?sep=(.)$/i.exec(text)) || []
    if (told) separator = told
    else held.push({ line, text, quotes: text.split('"').length - 1 })
    yield* take(false)
    if (above > MOST_ABOVE) return yield { line: 1, reason: 'noHeaders' }
  }
  yield* take(true)
  if (!headers && above > 0) yield { line: 1, reason: 'noHeaders' }

  function* take(isLast: boolean): Generator<Line> {
    for (let count = linesOfRecord(held, isLast); count > 0; count = linesOfRecord(held, isLast)) {
      const at = held[0]?.line ?? line
      const { record, used } = recordOf(held.slice(0, count), separator ?? separatorOf(held), headers?.length)
      if (record === 'quote') yield { line: at, reason: headers ? 'quote' : 'header' }
      else if (headers && record !== 'blank') yield rowOf(at, headers, record)
      else if (record !== 'blank' && record.some(knows)) {
        separator ??= separatorOf(held)
        headers = record.map((header) => header.trim())
      } else above += record === 'blank' ? 0 : 1
      held = held.slice(used)
    }
  }
}

/** A record is whole when its quotes are even in number. 0 as long as its end is not in sight. */
function linesOfRecord(held: Existing[], isLast: boolean): number {
  let quotes = 0
  let letters = 0
  for (const [index, one] of held.entries()) {
    quotes += one.quotes
    letters += one.text.length
    if (quotes % 2 === 0 || index >= MOST_LINES || letters > MOST_LETTERS) return index + 1
  }
  return isLast ? held.length : 0
}

/** The first record of the lines, and how many of them it really takes. */
function recordOf(
  held: Existing[],
  separator: string,
  columns: number | undefined,
): { record: string[] | 'blank' | 'quote'; used: number } {
  const [first = { text: '' }] = held
  if (!first.text.replaceAll(separator, '').trim()) return { record: 'blank', used: 1 }
  const whole = parsed(held.map(({ text }) => text).join('\n'), separator)
  if (whole && (held.length === 1 || columns === undefined || whole.length <= columns))
    return { record: whole, used: held.length }
  return { record: parsed(first.text, separator, true)?.map(bare) ?? 'quote', used: 1 }
}

/** `relax` takes a quote in the middle of a text for a letter. */
function parsed(text: string, delimiter: string, relax = false): string[] | undefined {
  try {
    // The lines are told apart already: no sign ends a record here.
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

/** Quotes around a text that was taken as it stands. */
function bare(value: string): string {
  const [, inner] = /^"(.*)"$/s.exec(value) ?? []
  return inner === undefined ? value : inner.replaceAll('""', '"')
}

/** The sign that the headers use most; a table of one column has none. */
function separatorOf([first]: Existing[]): string {
  const count = (sign: string) => (first?.text.replace(/"[^"]*"/g, '') ?? '').split(sign).length
  return SEPARATORS.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

function rowOf(line: number, headers: string[], values: string[]): Line {
  const beyond = values.slice(headers.length).filter((value) => value.trim())
  // Its cells have moved: nobody can say which is which.
  if (beyond.length > 0) return { line, reason: 'columns' }
  const cells: Cells = headers.flatMap((header, index) =>
    header || values[index]?.trim() ? [[header, values[index] ?? ''] as const] : [],
  )
  return { line, cells }
}
