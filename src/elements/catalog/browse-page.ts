import { triggerHydration } from '#client/hydration-trigger.ts'
import { $categoryId, $isGenreOpen, chooseGenre } from '#stores/catalog/genre-choice.ts'
import { ConnectedElement, define, untilAborted } from '../connected-element.ts'
import { addressReady } from '../page-state.ts'
import type { GenreLink } from './genre-link.ts'
import './genre-link.ts'

/** `<browse-page>`: shows the titles of a genre in the place of the tabs while one is chosen; `?genre=` of a shared link chooses it (BR-2). */
class BrowsePage extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    untilAborted(
      signal,
      $isGenreOpen.subscribe((isOpen) => {
        this.toggleAttribute('data-genre-open', isOpen)
      }),
    )
    void addressReady().then(() => this.#followAddress())
  }

  #followAddress(): void {
    const asked = new URLSearchParams(location.search).get('genre')
    const link = asked && /^\d+$/.test(asked) ? this.querySelector<GenreLink>(`genre-link[genre-id="${asked}"]`) : null
    if (link && asked !== $categoryId.get()) chooseGenre(link.genre)
    if ($categoryId.get()) triggerHydration('genre')
  }
}

define('browse-page', BrowsePage)
