import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import type { CallResult } from '#client/call.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { RESULTS, search, SEARCH_GROUPS, SEARCH_MAX, type SearchGroup } from '#contract/search/search.ts'

/** Next titles that are on their way, or did not come, by group. */
export type More = Partial<Record<SearchGroup, 'loading' | 'failed'>>
export type Results =
  | { state: 'loading'; text: string }
  | { state: 'empty' }
  | { state: 'failed'; text: string }
  | { state: 'ready'; text: string; found: ReplyOf<typeof search>; more: More }
export const $results = atom<Results>({ state: 'empty' })

/** Loads the grouped results; a newer text makes an older answer stale. */
export async function loadResults(wanted: string): Promise<void> {
  const text = wanted.slice(0, SEARCH_MAX)
  if (!text) return $results.set({ state: 'empty' })
  $results.set({ state: 'loading', text })
  const result: CallResult<typeof search> = await call(search, { q: text })
  const now = $results.get()
  if (now.state !== 'loading' || now.text !== text) return
  $results.set(result.ok ? { state: 'ready', text, found: result.value, more: {} } : { state: 'failed', text })
}

/** Whether a group has titles that can still be loaded. */
export const hasMore = (
  { total_product_count: total, ...found }: ReplyOf<typeof search>,
  group: SearchGroup,
): boolean => found[group].length < Math.min(total[group], RESULTS.most)

/** Loads the next titles of all groups of which only the first ones are here: a language or an age is chosen among them. */
export function loadForChoice(): void {
  const now = $results.get()
  if (now.state !== 'ready') return
  const { found } = now
  for (const group of SEARCH_GROUPS)
    if (found[group].length <= RESULTS.usual && hasMore(found, group)) void loadMore(group)
}

/** Loads the next titles of a group. What is shown keeps its place, whatever the catalog has become meanwhile. */
export async function loadMore(group: SearchGroup): Promise<void> {
  const now = $results.get()
  if (now.state !== 'ready' || now.more[group] === 'loading') return
  const { text } = now
  $results.set({ ...now, more: { ...now.more, [group]: 'loading' } })
  const limit = Math.min(RESULTS.most, now.found[group].length + RESULTS.added)
  const result: CallResult<typeof search> = await call(search, { q: text, limit, group })
  const then = $results.get()
  if (then.state !== 'ready' || then.text !== text) return
  if (!result.ok) return $results.set({ ...then, more: { ...then.more, [group]: 'failed' } })
  const shown = new Set(then.found[group].map(({ id }) => id))
  const cards = [...then.found[group], ...result.value[group].filter(({ id }) => !shown.has(id))]
  // Fewer came than were promised: there are no more.
  const total = result.value[group].length < limit ? cards.length : result.value.total_product_count[group]
  const totals = { ...then.found.total_product_count, [group]: total }
  const { [group]: _come, ...more } = then.more
  $results.set({ ...then, found: { ...then.found, [group]: cards, total_product_count: totals }, more })
}
