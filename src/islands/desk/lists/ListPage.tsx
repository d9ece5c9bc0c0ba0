import { useStore } from '@nanostores/react'
import { useEffect, useState, type ReactNode } from 'react'
import type { List } from '#stores/desk/list.ts'
import { Loaded } from '../Loaded.tsx'
import { Pager } from './Pager.tsx'
import { SearchField } from '../fields/SearchField.tsx'
import { Toolbar } from './Toolbar.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import type { CommonMessages } from '../desk-format.ts'

type Props<Item, Filter extends string> = {
  list: List<Item, Filter>
  common: CommonMessages
  search: string
  filters?: Record<Filter, string>
  empty: string
  /** When nothing was searched, and there is nothing at all. */
  none?: string
  children: (items: Item[]) => ReactNode
}

/** A list that is searched, filtered and paged; `children` draws its items. */
export function ListPage<Item, Filter extends string>({
  list,
  common,
  search,
  filters,
  empty,
  none,
  children,
}: Props<Item, Filter>) {
  const { q, filter } = useStore(list.$query)
  useAddress(list, filters)
  return (
    <>
      <Toolbar>
        <SearchField label={search} value={q} onSearch={(text) => void list.ask({ q: text })} />
        {filters && (
          <SelectField
            label={common.filter}
            value={filter}
            options={filters}
            onChoose={(next) => void list.ask({ filter: next })}
          />
        )}
      </Toolbar>
      <Loaded
        $loadable={list.$loadable}
        retry={list.load}
        isEmpty={({ data }) => data.length === 0}
        empty={<p>{none && q === '' && filter === 'all' ? none : empty}</p>}
      >
        {(reply) => (
          <>
            {children(reply.data)}
            <Pager reply={reply} messages={common} onPage={(page) => void list.ask({ page })} />
          </>
        )}
      </Loaded>
    </>
  )
}

/** Search and filter stand in the address: other pages lead here with them, and going back finds the same list. */
function useAddress<Item, Filter extends string>(list: List<Item, Filter>, filters?: Record<Filter, string>): void {
  const [names] = useState(filters)
  useEffect(() => {
    const asked = new URLSearchParams(location.search)
    const filter = keysOf(names).find((name) => name === asked.get('filter'))
    void list.ask({ q: asked.get('q') ?? '', ...(filter && { filter }), page: Number(asked.get('page')) || 1 })
    return list.$query.listen(({ q, filter: chosen, page }) => {
      // What else the address says stays, as the tab of the page.
      const query = new URLSearchParams(location.search)
      for (const [name, value] of Object.entries({ q, filter: chosen, page: page > 1 ? String(page) : '' }))
        if (value) query.set(name, value)
        else query.delete(name)
      history.replaceState(history.state, '', `?${query}`)
    })
  }, [list, names])
}

const keysOf = <Name extends string>(texts: Record<Name, string> | undefined): Name[] =>
  texts ? (Object.keys(texts) as Name[]) : []
