import { alertOffline } from '#stores/offline/offline-alert.ts'
import { ConnectedElement, define } from '../connected-element.ts'
import { lazyModule } from '../lazy-module.ts'

/** Fetched at the first press, or where something is kept already. */
const copies = lazyModule(() => import('./offline-copy-state.ts'))

/** `<offline-copy-button>` around the button that saves a sample, or a track, for listening without a network. */
export class OfflineCopyButton extends ConnectedElement {
  get trackId(): number | undefined {
    return this.hasAttribute('track-id') ? this.number('track-id') : undefined
  }

  get titleId(): number {
    return this.number('title-id')
  }

  /** Storage key of the sample. */
  get sampleKey(): string {
    return this.text('sample')
  }

  /** Name of the track or the sample. */
  get label(): string {
    return this.text('label')
  }

  get titleName(): string {
    return this.text('title-name')
  }

  get path(): string {
    return this.getAttribute('path') ?? location.pathname
  }

  get cover(): string | undefined {
    return this.getAttribute('cover') ?? undefined
  }

  get seconds(): number {
    return this.number('seconds')
  }

  protected connect(signal: AbortSignal): void {
    this.onPress('button', signal, () => {
      copies
        .load()
        .then(({ toggleCopy }) => toggleCopy(this))
        .catch(alertOffline)
    })
    copies.whenLoaded(({ followCopy }) => followCopy(this, signal), signal)
    void loadWhereSaved()
  }
}

/** Who saved nothing fetches nothing of it; whoever saved something has a cache of samples. */
async function loadWhereSaved(): Promise<void> {
  if (await globalThis.caches?.has('keptSamples')) await copies.load().catch(alertOffline)
}

define('offline-copy-button', OfflineCopyButton)
