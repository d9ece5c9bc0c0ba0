import { alertOffline } from '#stores/offline/offline-alert.ts'
import { ConnectedElement, define } from '../../connected-element.ts'
import { isSignedIn } from '../../page-state.ts'

/** `<offline-title>`: saves a whole title for listening without a network, shows how far it is, stops and removes it. Only for who may hear it. */
export class OfflineTitleElement extends ConnectedElement {
  get titleId(): number {
    return this.number('title-id')
  }

  // Not under the names of the attributes: React would set them as properties.
  get titleName(): string {
    return this.text('label')
  }

  get pagePath(): string {
    return this.getAttribute('path') ?? location.pathname
  }

  protected connect(signal: AbortSignal): void {
    if (isSignedIn() && 'serviceWorker' in navigator) void this.#follow(signal).catch(alertOffline)
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { followTitle } = await import('./offline-title-state.ts')
    if (!signal.aborted) await followTitle(this, signal)
  }
}

define('offline-title', OfflineTitleElement)
