import { ConnectedElement, define } from '../connected-element.ts'
import { addressReady } from '../page-state.ts'

/** `<searched-text>` around the search box: the results page keeps in it what was searched, so that it can be changed. */
class SearchedText extends ConnectedElement {
  protected connect(): void {
    void addressReady().then(() => this.#show())
  }

  #show(): void {
    const text = location.pathname.match(/^(?:\/mr)?\/search\/([^/]+)\/$/)?.[1]
    const input = this.querySelector('input')
    if (!text || !input || input.value) return
    try {
      input.value = decodeURIComponent(text)
    } catch {
      input.value = text
    }
  }
}

define('searched-text', SearchedText)
