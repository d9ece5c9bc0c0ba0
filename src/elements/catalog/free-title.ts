import { ConnectedElement, define } from '../connected-element.ts'
import type { TrackProgress } from '../listening/track-progress.ts'
import '../listening/track-progress.ts'

/** `<free-title>`: a press anywhere but on its own controls opens its tracks [TF-1]; the summary does it for keys and without a script. */
class FreeTitle extends ConnectedElement {
  get #details(): HTMLDetailsElement | null {
    return this.querySelector('details')
  }

  protected connect(signal: AbortSignal): void {
    const details = this.#details
    this.addEventListener(
      'click',
      ({ target }) => {
        if (!(target instanceof Element) || target.closest('a, button, summary, .tracks')) return
        // A text that was marked with the mouse is no choice.
        if (details && getSelection()?.isCollapsed !== false) details.open = !details.open
      },
      { signal },
    )
    details?.addEventListener('toggle', () => this.#showPositions(), { signal })
    this.#showPositions()
  }

  #showPositions(): void {
    if (!this.#details?.open) return
    void this.querySelector<TrackProgress>('track-progress')
      ?.load()
      .catch(() => undefined)
  }
}

define('free-title', FreeTitle)
