import { readFileSync } from 'node:fs'
import type { Facts, PageFacts } from './page-facts.ts'

/** The facts of a publication, the lines of their file, and how many strings the file has: their table only grows. */
export type StoredFacts = Facts & { lines: readonly Buffer[]; stringCount: number }

/**
 * The pages are in this many lines, each in the line of its name: a rebuild writes a line again only when the facts of one of its pages
 * differ. The others are not even decoded: most of the time of a large text is its encoding.
 */
const PAGE_LINES = 64
/** What is before the pages: `{"strings":[`, the strings, `],"pages":{`. */
const FIRST_LINES = 3
const STRINGS_LINE = 1

/** FNV-1a. */
function lineOf(name: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % PAGE_LINES
}

/** The facts as JSON. `before`: of the publication whose pages most of these are, as the same objects, and whose strings these begin with. */
export function factsJson({ strings, pages }: Facts, before?: StoredFacts): Buffer {
  const stored = before?.lines.length === FIRST_LINES + PAGE_LINES + 1 ? before : undefined
  const entries = Array.from({ length: PAGE_LINES }, (): [string, PageFacts][] => [])
  for (const page of Object.entries(pages)) entries[lineOf(page[0])]?.push(page)
  const counts = new Uint32Array(PAGE_LINES)
  for (const name of Object.keys(stored?.pages ?? {})) counts[lineOf(name)]! += 1
  const lines = entries.map((some, at) => {
    const isSame = some.length === counts[at] && some.every(([name, page]) => stored?.pages[name] === page)
    return (isSame && stored?.lines[FIRST_LINES + at]) || inner(Object.fromEntries(some))
  })
  const all = [HEAD, stringsLine(strings, stored), BETWEEN, ...withCommas(lines), LAST]
  return Buffer.concat(all.flatMap((line, at) => (at > 0 ? [NEW_LINE, line] : [line])))
}

const NEW_LINE = Buffer.from('\n')
const COMMA = Buffer.from(',')
const HEAD = Buffer.from('{"strings":[')
const BETWEEN = Buffer.from('],"pages":{')
const LAST = Buffer.from('}}')

/** JSON of an object or an array without its brackets. */
const inner = (value: object): Buffer => Buffer.from(JSON.stringify(value).slice(1, -1))

function stringsLine(strings: readonly string[], stored?: StoredFacts): Buffer {
  const written = stored?.lines[STRINGS_LINE]
  if (!stored || !written || stored.stringCount === 0) return inner(strings)
  const added = strings.slice(stored.stringCount)
  return added.length > 0 ? Buffer.concat([written, COMMA, inner(added)]) : written
}

/** An empty line has no comma, nor has the last one that is not empty. */
function withCommas(lines: readonly Buffer[]): Buffer[] {
  const last = lines.findLastIndex((line) => line.length > 0)
  return lines.map((line, at) => (line.length === 0 || at >= last ? line : Buffer.concat([line, COMMA])))
}

export function readFactsFile(file: string): StoredFacts {
  const text = readFileSync(file)
  const facts = JSON.parse(text.toString()) as Facts
  return { ...facts, lines: linesOf(text), stringCount: facts.strings.length }
}

/** The lines, without commas at their ends. */
function linesOf(text: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let from = 0; from <= text.length;) {
    const found = text.indexOf(NEW_LINE, from)
    const end = found < 0 ? text.length : found
    lines.push(text.subarray(from, text[end - 1] === COMMA[0] ? end - 1 : end))
    from = end + 1
  }
  return lines
}
