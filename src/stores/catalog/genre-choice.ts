import { atom, batch, computed } from 'nanostores'
import type { CardView } from '#contract/catalog/views.ts'
import { storageKeys } from '#contract/storage.ts'
import { persistentText } from '../persistent.ts'

/** The chosen genre and title type survive pages and reloads. Separate from browse.ts, because every page has links that choose a genre. */
export const $categoryId = persistentText(storageKeys.categoryId)
export const $categoryName = persistentText(storageKeys.categoryName)
export const $postType = persistentText(storageKeys.postType)

export type GenreTitles =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; cards: CardView[]; counts: Record<string, number> }
export const $genreTitles = atom<GenreTitles>({ state: 'none' })
/** The tabs of the browse page are locked while a genre is open. */
export const $isGenreOpen = computed($genreTitles, ({ state }) => state !== 'none')

export const chooseType = (type: string): void => $postType.set(type)

export function chooseGenre({ id, name, type }: { id: string; name: string; type: string }): void {
  batch(() => {
    $categoryId.set(id)
    $categoryName.set(name)
    $postType.set(type)
  })
}

/** As the language of the page calls it. */
export const nameGenre = (name: string): void => $categoryName.set(name)

export function clearGenre(): void {
  chooseGenre({ id: '', name: '', type: '' })
  $genreTitles.set({ state: 'none' })
}
