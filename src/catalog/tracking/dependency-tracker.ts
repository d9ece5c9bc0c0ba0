import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'

/** Arguments of a query: JSON values, so that the next rebuild can run the query again. */
type Argument = string | number | boolean
type Query = (args: never) => Promise<unknown>
/** Digest of the result of a query, and the entries of the catalog that it read. */
export type QueryResult = { digest: string; reads: string[] }

/**
 * Records which catalog queries each page runs while it renders, and which entries of the catalog each query reads. A page
 * shows nothing else of the catalog: it is stale when the result of one of its queries differs, and a query needs to run
 * again only when an entry that it read has changed.
 */
type DependencyTracker = {
  queries: Map<string, Query>
  recording: AsyncLocalStorage<Set<string>>
  /** Entries that the running query reads. */
  reading: AsyncLocalStorage<Set<string>>
  /** By query, of this build. */
  results: Map<string, QueryResult>
}

declare global {
  var shopDependencyTracker: DependencyTracker | undefined
}

/** Global, because the bundle that renders pages and the publisher are different module graphs. */
export const dependencyTracker: DependencyTracker = (globalThis.shopDependencyTracker ??= {
  queries: new Map(),
  recording: new AsyncLocalStorage(),
  reading: new AsyncLocalStorage(),
  results: new Map(),
})

/** Wraps a query of pages. Its result must be plain data. Trap: props of a page are not tracked, so props may contain only parts of its path. */
export function trackedQuery<Arguments extends Argument[], Data>(
  name: string,
  query: (...args: Arguments) => Promise<Data>,
): (...args: Arguments) => Promise<Data> {
  dependencyTracker.queries.set(name, (args: Arguments) => query(...args))
  return async (...args) => {
    const pageQueries = dependencyTracker.recording.getStore()
    if (!pageQueries) return query(...args)
    const key = JSON.stringify([name, args])
    pageQueries.add(key)
    return track(key, () => query(...args))
  }
}

/** Runs a query and records its result once a build. The entries of a query within another one count for both. */
async function track<Data>(key: string, query: () => Promise<Data>): Promise<Data> {
  const { reading, results } = dependencyTracker
  const outer = reading.getStore()
  const reads = new Set<string>()
  const data = await reading.run(reads, query)
  if (!results.has(key)) results.set(key, { digest: digestOf(data), reads: [...reads] })
  if (outer) for (const entry of reads) outer.add(entry)
  return data
}

/** Runs a recorded query again. A query that was removed, or about a removed title, has another digest. */
export async function runAgain(key: string): Promise<void> {
  const [name, args] = JSON.parse(key) as [string, never]
  const query = dependencyTracker.queries.get(name)
  await track(key, () => query?.(args) ?? Promise.reject(new Error(`there is no query ${name}`))).catch(() =>
    dependencyTracker.results.set(key, { digest: 'gone', reads: ['*'] }),
  )
}

const digestOf = (data: unknown): string => hash('sha256', JSON.stringify(data) ?? 'none', 'base64url').slice(0, 22)
