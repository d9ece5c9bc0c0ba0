import { afterEach, expect, it, vi } from 'vitest'
import { optionsOf, SuggestionList } from '#islands/search/SuggestionList.tsx'
import { $suggestions, typeSearch, type SuggestedTitle } from '#stores/search/suggestions.ts'
import { drawn, groups } from '../support/drawn.ts'

const fetchOfNode = globalThis.fetch
afterEach(() => {
  vi.useRealTimers()
  vi.stubGlobal('fetch', fetchOfNode)
})

const title = (id: number): SuggestedTitle => ({
  id,
  name: `Title ${id}`,
  slug: `title-${id}`,
  kind: 'audiobook',
  spoken: 'mr',
  isFree: false,
  priceInr: 0,
  priceUsd: 0,
  cover: undefined,
})
/** The highlighted options of a list of titles and one author, with the id by which the field names them. */
function highlighted(titles: number[], active: string): string[] {
  const html = drawn(SuggestionList, {
    id: 'box',
    locale: 'en',
    messages: groups('en', 'search.box'),
    found: optionsOf(
      { state: 'ready', products: titles.map(title), authors: [{ id: 2, name: 'Author 2', slug: 'author-2' }] },
      'en',
    ),
    active,
    choose: () => undefined,
    isOpen: true,
  })
  const selected = /<div[^>]* id="(\w+)"[^>]* aria-selected="true".*?((?:Title|Author) \d)/g
  return [...html.matchAll(selected)].map(([, id, name]) => `${id} ${name}`)
}

it('[SE-4] an option that is highlighted stays so when the list changes under it, and nothing is when it is gone', () => {
  expect(highlighted([1, 2, 3], 'p2')).toEqual(['boxp2 Title 2'])
  expect(highlighted([4, 5, 1, 2], 'p2')).toEqual(['boxp2 Title 2'])
  expect(highlighted([1, 3], 'p2')).toEqual([])
  expect(highlighted([4, 5, 1, 2], 'a2')).toEqual(['boxa2 Author 2'])
  expect(highlighted([1, 2], '')).toEqual([])
})

it('[SE-4] blanks ask for nothing, and take away what was suggested and what was about to be asked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json({ suggested_products: [], suggested_authors: [] })
  })
  const suggestions = () => asked.filter((path) => path.includes('search-suggestion')).length
  const pause = () => vi.advanceTimersByTimeAsync(2_000)
  typeSearch('   ', 'en')
  await pause()
  expect([asked, $suggestions.get()]).toEqual([[], { state: 'none' }])
  typeSearch('qqqq', 'en')
  await pause()
  await vi.waitFor(() => expect($suggestions.get()).toEqual({ state: 'ready', products: [], authors: [] }))
  expect(suggestions()).toBe(1)
  typeSearch(' ', 'en')
  expect($suggestions.get()).toEqual({ state: 'none' })
  typeSearch('zzzz', 'en')
  typeSearch(' ', 'en')
  await pause()
  expect([suggestions(), $suggestions.get()]).toEqual([1, { state: 'none' }])
})
