import { atom } from 'nanostores'
import { createLoadable } from './loadable.ts'

export type ListQuery<Filter extends string> = { q: string; filter: Filter; page: number }
export type ListReply<Item> = { total: number; page: number; pages: number; data: Item[] }
export type ReadList<Item, Filter extends string> = (
  query: ListQuery<Filter>,
  signal: AbortSignal,
) => Promise<{ ok: true; value: ListReply<Item> } | { ok: false; fault: string }>

/** A list of the desk that is searched, filtered and paged on the server. Another search begins at its first page. */
export function createList<Item, Filter extends string>(filter: Filter, read: ReadList<Item, Filter>) {
  const $query = atom<ListQuery<Filter>>({ q: '', filter, page: 1 })
  const { $loadable, load, replace } = createLoadable((signal) => read($query.get(), signal))
  const ask = (change: Partial<ListQuery<Filter>>): Promise<void> => {
    $query.set({ ...$query.get(), page: 1, ...change })
    return load()
  }
  return { $query, $loadable, load, ask, replace }
}
export type List<Item, Filter extends string> = ReturnType<typeof createList<Item, Filter>>
