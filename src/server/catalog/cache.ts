import type { Db } from '../db/connect.ts'

const MOST = 2_000

export type Cache<Value> = (key: string, make: () => Promise<Value>) => Promise<Value>

/**
 * Keeps what was read as long as the catalog stays what it is. The revision is asked for every time, so that any number
 * of processes see a change at once; requests that come together share the question.
 */
export function createCache<Value>(db: Db): Cache<Value> {
  const kept = new Map<string, Promise<Value>>()
  let revision: number | undefined
  let asking: Promise<number> | undefined

  const ask = async (): Promise<number> => {
    const [row] = await db
      .query<{ revision: number }>('select revision from catalog_version', [], 'revision')
      .finally(() => (asking = undefined))
    return row?.revision ?? 0
  }

  return async (key, make) => {
    const now = await (asking ??= ask())
    if (now !== revision) kept.clear()
    revision = now
    const found = kept.get(key)
    if (found) return found
    const made = make()
    if (kept.size >= MOST) kept.delete(kept.keys().next().value ?? '')
    kept.set(key, made)
    made.catch(() => kept.delete(key))
    return made
  }
}
