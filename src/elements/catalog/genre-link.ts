import { triggerHydration } from '#client/directives/hydration-trigger.ts'
import { chooseGenre } from '#stores/catalog/genre-choice.ts'
import { ConnectedElement, define, opensElsewhere } from '../connected-element.ts'
import { isForKids, isSignedIn } from '../page-state.ts'

/** `<genre-link>` around a genre chip: chooses the genre for /browse [BR-2], before the link is followed. */
export class GenreLink extends ConnectedElement {
  get genre(): { id: string; name: string; type: string } {
    return { id: this.text('genre-id'), name: this.text('genre-name'), type: this.text('genre-type') }
  }

  protected connect(signal: AbortSignal): void {
    this.onPress('a', signal, (link, event) => {
      this.#count()
      // A new tab takes the genre from the address.
      if (opensElsewhere(event)) return
      chooseGenre(this.genre)
      if (!document.querySelector('browse-page')) return
      event.preventDefault()
      history.replaceState(history.state, '', link.getAttribute('href'))
      triggerHydration('genre')
    })
  }

  /** Counts which genres listeners choose [BR-5]. */
  #count(): void {
    if (!isSignedIn() || isForKids()) return
    void import('#stores/catalog/page-views.ts').then(({ countGenre }) => countGenre(this.genre.id))
  }
}

define('genre-link', GenreLink)
