import { triggerHydration } from '#client/directives/hydration-trigger.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import {
  $categoryId,
  $genreTitles,
  $isGenreOpen,
  chooseGenre,
  nameGenre,
  type GenreTitles,
} from '#stores/catalog/genre-choice.ts'
import { ConnectedElement, define, untilAborted } from '../connected-element.ts'
import { pageLocale } from '../page-locale.ts'
import { addressReady } from '../page-state.ts'
import type { GenreLink } from './genre-link.ts'
import './genre-link.ts'

/** `<browse-page>`: shows the titles of a genre in the place of the tabs while one is chosen; `?genre=` of a shared link chooses it [BR-2]. */
class BrowsePage extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    untilAborted(
      signal,
      $isGenreOpen.subscribe((isOpen) => {
        this.toggleAttribute('data-genre-open', isOpen)
      }),
      $genreTitles.subscribe((titles) => this.#showCounts(titles)),
      $categoryId.subscribe((id) => {
        // After a navigation of the router the links within are no elements of ours yet.
        for (const link of this.querySelectorAll('genre-link'))
          link.querySelector('a')?.setAttribute('aria-current', String(link.getAttribute('genre-id') === id))
      }),
    )
    void addressReady().then(() => this.#followAddress())
  }

  /** The tabs of the types count the titles of the chosen genre, or all. */
  #showCounts(titles: GenreTitles): void {
    for (const tab of this.querySelectorAll<HTMLButtonElement>('.tablist.top [role=tab]')) {
      const text = tab.querySelector('small')
      if (!text) continue
      text.dataset['all'] ??= text.textContent
      const found = titles.state === 'ready' ? titles.counts[tab.value] : undefined
      const form = found === 1 ? 'one-text' : 'other-text'
      text.textContent =
        found === undefined ? text.dataset['all'] : interpolate(this.text(form), { count: count(found, pageLocale()) })
    }
  }

  #followAddress(): void {
    const asked = new URLSearchParams(location.search).get('genre')
    const link = asked && /^\d+$/.test(asked) ? this.querySelector<GenreLink>(`genre-link[genre-id="${asked}"]`) : null
    if (link && asked !== $categoryId.get()) chooseGenre(link.genre)
    const chosen = $categoryId.get()
    if (!chosen) return
    // It may have been chosen in the other language.
    const own = /^\d+$/.test(chosen) && this.querySelector<GenreLink>(`genre-link[genre-id="${chosen}"]`)
    if (own) nameGenre(own.genre.name)
    triggerHydration('genre')
  }
}

define('browse-page', BrowsePage)
