import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { search, searchSuggestion } from '#contract/search.ts'
import type { CallResult } from '#client/call.ts'
import type { Locale } from '#contract/locale.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { nameIn } from '#contract/translation.ts'

export const SEARCH_MAX = 50
/** Suggestions are loaded this long after typing stops [SE-1]. */
export const SUGGEST_AFTER_MS = 2_000

export type Suggested = { id: number; name: string; slug: string; isCourse: boolean }
export type Suggestions =
  { state: 'none' } | { state: 'failed' } | { state: 'ready'; products: Suggested[]; authors: Suggested[] }

export const $suggestions = atom<Suggestions>({ state: 'none' })

let waiting: ReturnType<typeof setTimeout> | undefined
let asking: AbortController | undefined

export function clearSuggestions(): void {
  clearTimeout(waiting)
  asking?.abort()
  $suggestions.set({ state: 'none' })
}

/** Loads suggestions after typing has stopped; an empty field clears them. */
export function typeSearch(text: string, locale: Locale): void {
  clearTimeout(waiting)
  asking?.abort()
  const query = text.trim()
  if (!query) return clearSuggestions()
  waiting = setTimeout(() => void suggest(query, locale), SUGGEST_AFTER_MS)
}

async function suggest(query: string, locale: Locale): Promise<void> {
  const mine = new AbortController()
  asking = mine
  const result = await call(searchSuggestion, { q: query }, mine.signal)
  if (mine.signal.aborted) return
  $suggestions.set(result.ok ? readSuggestions(result.value, locale) : { state: 'failed' })
}

function readSuggestions(reply: ReplyOf<typeof searchSuggestion>, locale: Locale): Suggestions {
  const products = reply.suggested_products.flatMap((found) => {
    const name = nameIn(found, locale)
    return name
      ? [{ id: found.id, name, slug: found.product_slug, isCourse: found.product_audio_type === 'languagelab' }]
      : []
  })
  const authors = reply.suggested_authors.flatMap((found) => {
    const name = nameIn(found, locale)
    return name ? [{ id: found.id, name, slug: nameIn(found, 'en') ?? found.name, isCourse: false }] : []
  })
  return { state: 'ready', products, authors }
}

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
