import { AsyncLocalStorage } from 'node:async_hooks'

/** Arguments of a query: JSON values, so that the next rebuild can run the query again. */
type Argument = string | number | boolean
type Query = (args: never) => Promise<unknown>

/**
 * Records which catalog queries each page runs while it renders. A page shows nothing else of the catalog, so the digest
 * of the results is the digest of the page.
 */
export type DependencyTracker = { queries: Map<string, Query>; recording: AsyncLocalStorage<Set<string>> }

declare global {
  var shopDependencyTracker: DependencyTracker | undefined
}

/** Global, because the bundle that renders pages and the publisher are different module graphs. */
export const dependencyTracker: DependencyTracker = (globalThis.shopDependencyTracker ??= {
  queries: new Map(),
  recording: new AsyncLocalStorage(),
})

/** Wraps a query of pages. Its result must be plain data. Trap: props of a page are not tracked, so props may contain only parts of its path. */
export function trackedQuery<Arguments extends Argument[], Data>(
  name: string,
  query: (...args: Arguments) => Promise<Data>,
): (...args: Arguments) => Promise<Data> {
  dependencyTracker.queries.set(name, (args: Arguments) => query(...args))
  return (...args) => {
    dependencyTracker.recording.getStore()?.add(JSON.stringify([name, args]))
    return query(...args)
  }
}
