import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { partDigest, readJsonPart, readPart } from '../../../src/catalog/tracking/stored-parts.ts'
import {
  detailsFile,
  detailsIn,
  detailsOf,
  withoutDetails,
  type TitleDetails,
} from '../../../src/catalog/tracking/title-details.ts'
import type { Catalog, Lists, Title, Writer } from '../../../src/catalog/source.ts'
import type { Entries } from './entries.ts'

/** Rises when the files below change their shape. */
const FORMAT = 3
/**
 * Ids of the titles, details or authors of one file: one title does not cost writing all, and pages of titles, which are rendered in the
 * order of their ids, need few files at once.
 */
const IDS_OF_FILE = 256

/** `key`: shop and code that the answers belong to. `parts`: files, by part. */
export type State = {
  format: number
  key: string
  revision: string
  version: string
  titles: number
  parts: Record<string, string>
  entries: Entries
}
type Row = { id: number }

/** What lists show of titles, and what only their own pages do. */
const splitTitles = (titles: readonly Title[]) => ({
  titles: titles.map(withoutDetails),
  details: titles.map(detailsOf),
})

const partOf = (kind: string, id: number) => `${kind}-${Math.floor(id / IDS_OF_FILE)}`
export const digestOf = (value: unknown): string =>
  hash('sha256', JSON.stringify(value) ?? 'none', 'base64url').slice(0, 16)

/** The stored state; undefined when there is none, or it is of another shop or another version, or cannot be read. */
export async function readState(folder: string, key: string): Promise<State | undefined> {
  try {
    const state = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as State
    return state.format === FORMAT && state.key === key ? state : undefined
  } catch {
    return undefined
  }
}

/** Stores a whole catalog. The state is written last, so that a killed process leaves the one before. */
export async function storeAll(
  folder: string,
  { version, titles, authors, lists }: Catalog,
  { key, revision }: Pick<State, 'key' | 'revision'>,
): Promise<State> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const parts: State['parts'] = {}
  for (const [kind, rows] of Object.entries({ ...splitTitles(titles), authors })) {
    const byPart = Map.groupBy<string, Row>(rows, ({ id }) => partOf(kind, id))
    for (const [part, some] of byPart) parts[part] = await writeRows(folder, part, some)
  }
  parts['lists'] = await writePart(folder, 'lists.json', JSON.stringify(lists))
  const entries = { ...entriesOf('titles', titles), ...entriesOf('authors', authors), ...listEntries(lists) }
  const state = { format: FORMAT, key, revision, version, titles: titles.length, parts, entries }
  await writeState(folder, state)
  return state
}

/** What was read again: of the ids, those that are no longer there are gone. Without `lists` they stay as they are. */
type Update = {
  titles: { ids: number[]; rows: Title[] }
  authors: { ids: number[]; rows: Writer[] }
  lists?: Lists
}

/** Replaces what was read again. Throws when a stored file is damaged. */
export async function storeUpdate(
  folder: string,
  before: State,
  { titles, authors, lists }: Update,
  { version, revision }: Pick<State, 'version' | 'revision'>,
): Promise<State> {
  const parts = { ...before.parts }
  const entries = { ...before.entries }
  for (const [kind, { ids, rows }] of Object.entries({ titles, authors })) {
    for (const id of ids) delete entries[`${kind}:${id}`]
    Object.assign(entries, entriesOf(kind, rows))
  }
  const { titles: listed, details } = splitTitles(titles.rows)
  const updates = { titles: { ids: titles.ids, rows: listed }, details: { ids: titles.ids, rows: details }, authors }
  for (const [kind, { ids, rows }] of Object.entries(updates)) {
    const news = new Map<number, Row>(rows.map((row) => [row.id, row]))
    for (const part of new Set(ids.map((id) => partOf(kind, id)))) {
      const old = parts[part] ? await readRows(folder, parts[part]) : []
      const replaced = new Set(ids)
      const added = ids.flatMap((id) => (partOf(kind, id) === part ? (news.get(id) ?? []) : []))
      const now = [...old.filter(({ id }) => !replaced.has(id)), ...added]
      parts[part] = await writeRows(folder, part, now)
    }
  }
  if (lists) {
    parts['lists'] = await writePart(folder, 'lists.json', JSON.stringify(lists))
    for (const name of Object.keys(entries)) if (!/^(?:titles|authors):/.test(name)) delete entries[name]
    Object.assign(entries, listEntries(lists))
  }
  const count = Object.keys(entries).filter((name) => name.startsWith('titles:')).length
  const state = { ...before, version, revision, titles: count, parts, entries }
  await writeState(folder, state)
  return state
}

/** Throws when a file of the state is missing or damaged. */
export async function verifyParts(folder: string, { parts }: State): Promise<void> {
  for (const file of Object.values(parts))
    if (!file.includes(partDigest(await readFile(join(folder, file))))) throw new Error(`${file} is damaged`)
}

const entriesOf = (kind: string, rows: readonly Row[]): Entries =>
  Object.fromEntries(rows.map((row) => [`${kind}:${row.id}`, digestOf(row)]))

/** Feeds, texts and series have an entry each, every other list one for all. */
function listEntries({ feeds, publicTexts, texts, series, ...rest }: Lists): Entries {
  return {
    ...Object.fromEntries(feeds.map((feed) => [`feeds:${feed.product_id}`, digestOf(feed)])),
    ...Object.fromEntries(publicTexts.map((title) => [`publicTexts:${title.product_id}`, digestOf(title)])),
    ...entriesOf('series', series),
    ...Object.fromEntries(texts.map((text) => [`texts:${text.key}`, digestOf(text)])),
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, digestOf(value)])),
  }
}

const areDetails = (part: string) => part.startsWith('details-')

const readRows = (folder: string, file: string): Promise<Row[]> =>
  areDetails(file) ? readPart(folder, file).then(detailsIn) : readJsonPart(folder, file)

const writeRows = (folder: string, part: string, rows: readonly Row[]): Promise<string> =>
  areDetails(part)
    ? writePart(folder, `${part}.jsonl`, detailsFile(rows as TitleDetails[]))
    : writePart(folder, `${part}.json`, JSON.stringify(rows))

/** Returns the name of the file, which has the digest of its text. */
async function writePart(folder: string, name: string, text: string): Promise<string> {
  const file = name.replace('.', `.${partDigest(text)}.`)
  await writeFile(join(folder, `${file}.new`), text)
  await rename(join(folder, `${file}.new`), join(folder, file))
  return file
}

async function writeState(folder: string, state: State): Promise<void> {
  const file = join(folder, 'state.json')
  await writeFile(`${file}.new`, JSON.stringify(state))
  await rename(`${file}.new`, file)
  const used = new Set([...Object.values(state.parts), 'state.json'])
  for (const name of await readdir(folder)) if (!used.has(name)) await rm(join(folder, name), { force: true })
}
