import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { searchSuggestion } from '#contract/search/search.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { audioTypes, type AudioType } from '#contract/catalog/audio-type.ts'
import { toMinor } from '#contract/money/money.ts'
import type { IndexedName, TitleFacts } from '#contract/search/name-index.ts'
import { slugOf } from '#contract/text/slug.ts'
import { nameIn } from '#contract/text/translation.ts'

/** Suggestions are loaded this long after typing stops [SE-1]. */
const SUGGEST_AFTER_MS = 2_000

/** Prices in paise and cents. Kind and language are unknown until their file is here. */
export type SuggestedTitle = Suggested & {
  kind: AudioType | undefined
  spoken: Locale | undefined
  isFree: boolean
  priceInr: number
  priceUsd: number
  cover: string | undefined
}
export type Suggested = { id: number; name: string; slug: string }
export type Suggestions =
  | { state: 'none' }
  | { state: 'failed' }
  | { state: 'ready'; products: SuggestedTitle[]; authors: Suggested[] }

const MAX_SUGGESTIONS = 6

export const $suggestions = atom<Suggestions>({ state: 'none' })

let waiting: ReturnType<typeof setTimeout> | undefined
let asking: AbortController | undefined

export function clearSuggestions(): void {
  clearTimeout(waiting)
  asking?.abort()
  $suggestions.set({ state: 'none' })
}

/** Suggests from the names of the publication at once, and from the server after typing has stopped; an empty field clears both. */
export function typeSearch(text: string, locale: Locale): void {
  clearTimeout(waiting)
  asking?.abort()
  const query = text.trim()
  if (!query) return clearSuggestions()
  const mine = new AbortController()
  asking = mine
  void suggestNames(query, locale, mine.signal).catch(() => undefined)
  waiting = setTimeout(() => void suggest(query, locale, mine.signal), SUGGEST_AFTER_MS)
}

/** The code comes with the first key, like the names; what else a suggestion shows follows. */
async function suggestNames(query: string, locale: Locale, signal: AbortSignal): Promise<void> {
  const index = await import('./name-index.ts')
  const show = async () => {
    const found = index.findNames(query, locale, MAX_SUGGESTIONS)
    const named = (entry: IndexedName) => ({ id: entry.id, name: entry[locale], slug: slugOf(entry.en || entry.mr) })
    const authors = found.authors.map(named)
    const set = (facts: (TitleFacts | undefined)[]) => {
      if (signal.aborted) return
      const products = found.titles.map((title, at) => ({ ...named(title), ...shownFacts(facts[at]) }))
      const isNothing = products.length + authors.length === 0
      $suggestions.set(isNothing ? { state: 'none' } : { state: 'ready', products, authors })
    }
    set([])
    if (found.titles.length > 0) set(await Promise.all(found.titles.map(({ id }) => index.factsOf(id))))
  }
  await index.loadNames(query)
  if (!signal.aborted) await show()
  await index.loadAllNames()
  if (!signal.aborted) await show()
}

const shownFacts = (facts: TitleFacts | undefined) => ({
  kind: facts?.kind,
  spoken: facts?.spoken,
  isFree: (facts?.inr ?? 0) < 0,
  priceInr: Math.max(0, facts?.inr ?? 0),
  priceUsd: Math.max(0, facts?.usd ?? 0),
  cover: facts?.cover,
})

/** What the names have found stays when the server does not answer. */
async function suggest(query: string, locale: Locale, signal: AbortSignal): Promise<void> {
  const result = await call(searchSuggestion, { q: query }, signal)
  if (signal.aborted) return
  asking?.abort()
  if (result.ok) return $suggestions.set(readSuggestions(result.value, locale))
  if ($suggestions.get().state !== 'ready') $suggestions.set({ state: 'failed' })
}

function readSuggestions(reply: ReplyOf<typeof searchSuggestion>, locale: Locale): Suggestions {
  const products = reply.suggested_products.flatMap((found) => {
    const name = nameIn(found, locale)
    const { cover } = found
    return name
      ? [
          {
            id: found.id,
            name,
            slug: found.product_slug,
            kind: audioTypes.find((type) => type === found.product_audio_type),
            spoken: found.spoken,
            isFree: found.is_free ?? false,
            priceInr: found.inr_price ? toMinor(found.inr_price) : 0,
            priceUsd: found.price ? toMinor(found.price) : 0,
            cover: cover ? `${cover.base}-${Math.min(...cover.widths)}.webp` : undefined,
          },
        ]
      : []
  })
  const authors = reply.suggested_authors.flatMap((found) => {
    const name = nameIn(found, locale)
    return name ? [{ id: found.id, name, slug: slugOf(nameIn(found, 'en') ?? found.name) }] : []
  })
  return { state: 'ready', products, authors }
}
