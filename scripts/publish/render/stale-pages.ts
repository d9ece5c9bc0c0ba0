import { hash } from 'node:crypto'
import { join } from 'node:path'
import { dependencyTracker, runAgain, type QueryResult } from '../../../src/catalog/tracking/dependency-tracker.ts'
import { changedEntries, type Entries } from '../catalog/entries.ts'
import { readJson } from '../files.ts'
import type { PagePath } from './renderer.ts'

/** By site path: the catalog queries of the page, and the digest of their results. */
export type Digests = Record<string, { digest: string; queries: string[] }>
/** What the next rebuild needs to know of a publication: results of its queries, and entries of its catalog. */
export type Knowledge = { digests: Digests; queries: Record<string, QueryResult>; entries: Entries }

export const KNOWLEDGE = ['digests.json', 'queries.json', 'entries.json'] as const

/** `/mr/kids/` and `/mr/kids` are the same page. */
export const pathOf = (pathname: string): string =>
  decodeURI(`/${pathname}`.replace(/^\/+/, '/')).replace(/(?<=.)\/$/, '')

/** File of a page below the site folder. */
export function fileOf(path: string): string {
  if (path === '/404') return '404.html'
  if (path === '/') return 'index.html'
  // Only the last name, and no `join`: this is asked a hundred thousand times in a rebuild.
  return /\.\w+$/.test(path.slice(path.lastIndexOf('/'))) ? path.slice(1) : `${path.slice(1)}/index.html`
}

export function readKnowledge(folder: string): Knowledge {
  const [digests, queries, entries] = KNOWLEDGE.map((name) => readJson<never>(join(folder, name)))
  return { digests: digests ?? {}, queries: queries ?? {}, entries: entries ?? {} }
}

/** How the key of the query begins whose result the menu and the footer of every page show. */
const SHELL = '["shell",'

/** The queries of a publication that read an entry of the catalog which has changed. */
export function affectedQueries(entries: Entries, previous: Knowledge): Set<string> {
  const changed = changedEntries(previous.entries, entries)
  const isAffected = ({ reads }: QueryResult) => reads.includes('*') || reads.some((entry) => changed.has(entry))
  const affected = Object.entries(previous.queries).filter(([, before]) => isAffected(before))
  return new Set(affected.map(([query]) => query))
}

/**
 * About how many pages will be stale, without reading the catalog: those with an affected query, and two for each new title. Mostly a few too
 * many, because many results stay the same.
 */
export function estimateStale(entries: Entries, previous: Knowledge, affected: ReadonlySet<string>): number {
  const isNewTitle = (name: string) => name.startsWith('titles:') && !(name in previous.entries)
  const pages = Object.values(previous.digests).filter((page) => page.queries.some((query) => affected.has(query)))
  return pages.length + 2 * Object.keys(entries).filter(isNewTitle).length
}

/**
 * Chooses the pages to render: new ones, and those with a query whose result differs, with `onlyShell` where no other does. Runs only the
 * affected queries again.
 */
export async function stalePages(
  pages: readonly PagePath[],
  previous: Knowledge,
  affected: ReadonlySet<string>,
): Promise<PagePath[]> {
  const { results } = dependencyTracker
  const stale = new Set<string>()
  for (const [query, before] of Object.entries(previous.queries)) {
    if (!affected.has(query)) {
      results.set(query, before)
      continue
    }
    await runAgain(query)
    if (results.get(query)?.digest !== before.digest) stale.add(query)
  }
  return pages.flatMap((page) => {
    const cached = previous.digests[pathOf(page.pathname)]
    if (!cached) return [page]
    const { queries } = cached
    const differing = queries.filter((query) => stale.has(query) || !results.has(query))
    const [first] = differing
    if (first === undefined) return []
    const isOnlyShell = differing.length === 1 && first.startsWith(SHELL) && results.has(first)
    return [isOnlyShell ? { ...page, onlyShell: { shell: first, queries } } : page]
  })
}

function digestOf(queries: string[]): Digests[string] {
  const parts = queries.map((query) => `${query}=${dependencyTracker.results.get(query)?.digest ?? ''}`)
  return { digest: hash('sha256', parts.join('\n'), 'base64url').slice(0, 22), queries }
}

/** Digests of all pages, and the results of the queries that they use. `stored`: what is known of a page that is not stale. */
export function knowledgeOf(
  pages: readonly PagePath[],
  stored: (path: string) => Digests[string] | undefined,
  queriesOf: (path: string) => string[],
  entries: Entries,
): Knowledge {
  const { results } = dependencyTracker
  const digests: Digests = {}
  const used: Knowledge['queries'] = {}
  for (const { pathname } of pages) {
    const path = pathOf(pathname)
    const { queries } = (digests[path] = stored(path) ?? digestOf(queriesOf(path)))
    for (const query of queries) {
      const result = results.get(query)
      if (result) used[query] = result
    }
  }
  return { digests, queries: used, entries }
}
