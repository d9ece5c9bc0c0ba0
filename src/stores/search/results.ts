import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import type { CallResult } from '#client/call.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { search, SEARCH_MAX } from '#contract/search.ts'

export type Results =
  | { state: 'loading'; text: string }
  | { state: 'empty' }
  | { state: 'failed'; text: string }
  | { state: 'ready'; text: string; found: ReplyOf<typeof search> }
export const $results = atom<Results>({ state: 'empty' })

/** Loads the grouped results; a newer text makes an older answer stale. */
export async function loadResults(wanted: string): Promise<void> {
  const text = wanted.slice(0, SEARCH_MAX)
  if (!text) return $results.set({ state: 'empty' })
  $results.set({ state: 'loading', text })
  const result: CallResult<typeof search> = await call(search, { q: text })
  const now = $results.get()
  if (now.state !== 'loading' || now.text !== text) return
  $results.set(result.ok ? { state: 'ready', text, found: result.value } : { state: 'failed', text })
}
