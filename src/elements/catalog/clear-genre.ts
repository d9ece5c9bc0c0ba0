import { clearGenre } from '#stores/catalog/genre-choice.ts'
import { ConnectedElement, define } from '../connected-element.ts'

/** `<clear-genre>` around a link that leaves the chosen genre behind [SH-3]. */
class ClearGenre extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    this.onPress('a', signal, clearGenre)
  }
}

define('clear-genre', ClearGenre)
