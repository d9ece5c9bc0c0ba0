import { ConnectedElement, define } from '../connected-element.ts'

/** `<saved-page-notice>` is written by the service worker over an older page that it had saved; a newer one is offered when there is one. */
class SavedPageNotice extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    const offer = () => {
      const text = this.querySelector('span')
      if (text) text.textContent = this.text('newer-text')
    }
    addEventListener('online', offer, { signal })
    navigator.serviceWorker?.addEventListener('message', offer, { signal })
  }
}

define('saved-page-notice', SavedPageNotice)
