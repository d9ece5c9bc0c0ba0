import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { csvRows } from './csv.ts'
import { encodingOf, linesOf, type Encoding } from './encoding.ts'
import { jsonRows } from './json.ts'
import { cellsOf, parseJson, type Line } from './line.ts'

type Table = { rows: AsyncIterable<Line>; note?: Encoding['note'] }

const MAX_JSON_BYTES = 256 * 2 ** 20
export const TABLE_NAME = /\.(?:csv|tsv|txt|json|jsonl|ndjson)$/i

/** Opens a table by its name and content; a string result is the reason why it cannot be read. The headers of a CSV are the first line with a known header. */
export async function openTable(file: string, isKnownHeader: (header: string) => boolean): Promise<Table | string> {
  const encoding = await encodingOf(file)
  if (typeof encoding === 'string') return encoding
  const withNote = encoding.note && { note: encoding.note }
  const lines = () => linesOf(file, encoding.name)
  const kind = extname(file).toLowerCase()
  if (kind === '.jsonl' || kind === '.ndjson') return { rows: jsonLines(lines()), ...withNote }
  if (kind !== '.json') return { rows: csvRows(lines(), isKnownHeader), ...withNote }
  if ((await stat(file)).size > MAX_JSON_BYTES) return 'tooLarge'
  return { rows: jsonRows(new TextDecoder(encoding.name).decode(await readFile(file))), ...withNote }
}

async function* jsonLines(lines: AsyncIterable<string>): AsyncGenerator<Line> {
  let line = 0
  for await (const text of lines) {
    line += 1
    if (text.trim()) yield lineOf(line, text)
  }
}

function lineOf(line: number, text: string): Line {
  try {
    return cellsOf(line, parseJson(text))
  } catch {
    return { line, reason: 'json' }
  }
}
