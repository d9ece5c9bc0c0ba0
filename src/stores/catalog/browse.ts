import { persistentAtom } from '@nanostores/persistent'
import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { browse } from '#contract/catalog.ts'
import { browseTypes } from '#contract/audio-type.ts'
import { cardViews, type CardView } from '#contract/views.ts'
import { storageKeys } from '#contract/storage.ts'
import type { Locale } from '#contract/text.ts'

/** The chosen genre lives under the three keys of D3, so that it survives pages and reloads. */
export const $categoryId = persistentAtom<string>(storageKeys.categoryId, '')
export const $categoryName = persistentAtom<string>(storageKeys.categoryName, '')
export const $postType = persistentAtom<string>(storageKeys.postType, '')
export const chooseType = (type: string): void => $postType.set(type)

export type GenreTitles =
  { state: 'none' } | { state: 'asking' } | { state: 'failed' } | { state: 'ready'; cards: CardView[] }
export const $genreTitles = atom<GenreTitles>({ state: 'none' })

/** A choice made on this page: persistent atoms do not hear what their own window writes. */
export function chooseGenre({ id, name, type }: { id: string; name: string; type: string }): void {
  $categoryId.set(id)
  $categoryName.set(name)
  $postType.set(type)
}

export function closeGenre(): void {
  $categoryId.set('')
  $categoryName.set('')
  $genreTitles.set({ state: 'none' })
}

/** Titles of the chosen genre in the chosen type (BR-2). A value that is not an id is dropped (SH-16). */
export async function loadGenre(locale: Locale): Promise<void> {
  const category = $categoryId.get()
  if (!/^\d+$/.test(category)) return closeGenre()
  const wanted = $postType.get()
  const type = browseTypes.find((known) => known === wanted) ?? browseTypes[0]
  $genreTitles.set({ state: 'asking' })
  const made = await call(browse, { category, product_type: type })
  if ($categoryId.get() !== category || $postType.get() !== wanted) return
  $genreTitles.set(
    made.ok
      ? { state: 'ready', cards: cardViews(made.value.data.total_products[type]?.all_product ?? [], locale) }
      : { state: 'failed' },
  )
}
