import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { catalogVersion } from '../../db/schema/state.ts'

const MAX_ENTRIES = 2_000

type Cache<Value> = (key: string, load: (revision: string) => Promise<Value>) => Promise<Value>
type Memory<Value> = (revision: string, key: string, load: () => Promise<Value>) => Promise<Value>

/** Remembers values of one revision of the catalog. */
export function createMemory<Value>(maxEntries = MAX_ENTRIES): Memory<Value> {
  const entries = new Map<string, Promise<Value>>()
  let ofRevision = ''

  return (revision, key, load) => {
    if (revision !== ofRevision) entries.clear()
    ofRevision = revision
    const known = entries.get(key)
    if (known) return known
    const loading = load()
    if (entries.size >= maxEntries) entries.delete(entries.keys().next().value ?? '')
    entries.set(key, loading)
    loading.catch(() => entries.delete(key))
    return loading
  }
}

type Revision = Pick<Row<typeof catalogVersion>, 'revision'> & { is_replica: boolean }

/**
 * The revision of the catalog. Every call reads it, so that all processes see a change at once; concurrent calls share one query.
 * A replica and its primary are different revisions: one may lag behind.
 */
export function createRevision(db: Db): () => Promise<string> {
  let runningQuery: Promise<string> | undefined

  const readRevision = async (): Promise<string> => {
    const [row] = await db
      .query<Revision>('select revision, pg_is_in_recovery() as is_replica from catalog_version', [], 'revision')
      .finally(() => (runningQuery = undefined))
    return `${row?.revision ?? 0}${row?.is_replica ? ' replica' : ''}`
  }
  return () => (runningQuery ??= readRevision())
}

/** Caches values until the catalog changes. */
export function createCache<Value>(db: Db): Cache<Value> {
  const remember = createMemory<Value>()
  const revisionOf = createRevision(db)
  return async (key, load) => {
    const revision = await revisionOf()
    return remember(revision, key, () => load(revision))
  }
}
