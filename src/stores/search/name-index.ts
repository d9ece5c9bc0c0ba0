import { is } from 'superstruct'
import type { Locale } from '#contract/text/locale.ts'
import { factsFile, factsPath, INDEX_PARTS, namesPath } from '#contract/search/index-files.ts'
import {
  FactsFile,
  NameFile,
  readNames,
  typedParts,
  type IndexedName,
  type TitleFacts,
} from '#contract/search/name-index.ts'
import { createNameSearch } from '#contract/search/name-search.ts'
import { readStatic } from '#client/read-static.ts'

const titles = createNameSearch<IndexedName>()
const authors = createNameSearch<IndexedName>()
const parts = new Map<string, Promise<void>>()

async function readPart(part: string): Promise<void> {
  const file = await readStatic(namesPath(part))
  // The network may come back.
  if (!is(file, NameFile)) return void parts.delete(part)
  titles.add(readNames(file.titles))
  authors.add(readNames(file.authors))
}

/** Loads a part of the index once, unless it fails. */
function loadPart(part: string): Promise<void> {
  const loading = parts.get(part) ?? readPart(part)
  parts.set(part, loading)
  return loading
}

export async function loadNames(typed: string): Promise<void> {
  await Promise.all(typedParts(typed).map(loadPart))
}

/** A word in the middle of a name may be in any part. */
export async function loadAllNames(): Promise<void> {
  for (const part of INDEX_PARTS) await loadPart(part)
}

export function findNames(typed: string, locale: Locale, most: number): Record<'titles' | 'authors', IndexedName[]> {
  // Entries without a name in the language of the page are skipped [SH-5].
  const named = (found: IndexedName[]) => found.filter((entry) => entry[locale] !== '').slice(0, most)
  return { titles: named(titles.find(typed, most * 4)), authors: named(authors.find(typed, most * 4)) }
}

const facts = new Map<number, Promise<FactsFile>>()

/** Undefined when the file cannot be had. */
export async function factsOf(id: number): Promise<TitleFacts | undefined> {
  const file = factsFile(id)
  const loading = facts.get(file) ?? readStatic(factsPath(file)).then((read) => (is(read, FactsFile) ? read : {}))
  facts.set(file, loading)
  const read = await loading
  if (!read[id]) facts.delete(file)
  return read[id]
}
