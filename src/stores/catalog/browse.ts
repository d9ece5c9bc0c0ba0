import { call } from '#client/browser-call.ts'
import { browse } from '#contract/catalog/catalog.ts'
import { browseTypes } from '#contract/catalog/audio-type.ts'
import { cardViews } from '#contract/catalog/views.ts'
import type { Locale } from '#contract/text/locale.ts'
import { $categoryId, $categoryName, $genreTitles, $postType } from './genre-choice.ts'

/** The chosen type stays. */
export function closeGenre(): void {
  $categoryId.set('')
  $categoryName.set('')
  $genreTitles.set({ state: 'none' })
}

/** Loads the titles of the chosen genre in the chosen type [BR-2]. A stored value that is not an id is dropped [SH-16]. */
export async function loadGenre(locale: Locale): Promise<void> {
  const category = $categoryId.get()
  if (!/^\d+$/.test(category)) return closeGenre()
  const postType = $postType.get()
  const type = browseTypes.find((known) => known === postType) ?? browseTypes[0]
  $genreTitles.set({ state: 'loading' })
  const result = await call(browse, { category, product_type: type })
  if ($categoryId.get() !== category || $postType.get() !== postType) return
  if (!result.ok) return $genreTitles.set({ state: 'failed' })
  const groups = result.value.data.total_products
  // Only titles with a name in the language of the page are shown, so only these count [SH-5].
  const counts = Object.entries(groups).map(([name, { count, named }]) => [name, named?.[locale] ?? count] as const)
  $genreTitles.set({
    state: 'ready',
    cards: cardViews(groups[type]?.all_product ?? [], locale),
    counts: Object.fromEntries(counts),
  })
}
