import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { csvRows } from './csv.ts'
import { encodingOf, linesOf, type Encoding } from './encoding.ts'
import { jsonRows } from './json.ts'
import { cellsOf, parseJson, type Line } from './line.ts'

export type Table = { rows: AsyncIterable<Line>; note?: Encoding['note'] }

const MOST_JSON = 256 * 2 ** 20
export const TABLE_NAME = /\.(?:csv|tsv|txt|json|jsonl|ndjson)$/i

/** Opens a table by its name and content, or says why it cannot be read. The headers of a sheet are the first line with one that is known. */
export async function openTable(file: string, knows: (header: string) => boolean): Promise<Table | string> {
  const encoding = await encodingOf(file)
  if (typeof encoding === 'string') return encoding
  const noted = encoding.note && { note: encoding.note }
  const lines = () => linesOf(file, encoding.name)
  const kind = extname(file).toLowerCase()
  if (kind === '.jsonl' || kind === '.ndjson') return { rows: jsonLines(lines()), ...noted }
  if (kind !== '.json') return { rows: csvRows(lines(), knows), ...noted }
  if ((await stat(file)).size > MOST_JSON) return 'tooLarge'
  return { rows: jsonRows(new TextDecoder(encoding.name).decode(await readFile(file))), ...noted }
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
