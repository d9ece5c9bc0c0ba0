import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { catalogVersion } from '../db/schema/state.ts'

const MAX_ENTRIES = 2_000

export type Cache<Value> = (key: string, load: () => Promise<Value>) => Promise<Value>

/**
 * Caches values until the catalog changes. Every call reads the revision of the catalog, so that all processes see a change
 * at once; concurrent calls share one such query.
 */
export function createCache<Value>(db: Db): Cache<Value> {
  const entries = new Map<string, Promise<Value>>()
  let cachedRevision: number | undefined
  let runningQuery: Promise<number> | undefined

  const readRevision = async (): Promise<number> => {
    const [row] = await db
      .query<Pick<Row<typeof catalogVersion>, 'revision'>>('select revision from catalog_version', [], 'revision')
      .finally(() => (runningQuery = undefined))
    return row?.revision ?? 0
  }

  return async (key, load) => {
    const revision = await (runningQuery ??= readRevision())
    if (revision !== cachedRevision) entries.clear()
    cachedRevision = revision
    const cached = entries.get(key)
    if (cached) return cached
    const loading = load()
    if (entries.size >= MAX_ENTRIES) entries.delete(entries.keys().next().value ?? '')
    entries.set(key, loading)
    loading.catch(() => entries.delete(key))
    return loading
  }
}
