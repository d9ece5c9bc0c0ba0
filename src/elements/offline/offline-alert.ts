import { $offlineAlerts } from '#stores/offline/offline-alert.ts'
import { ConnectedElement, define, untilAborted } from '../connected-element.ts'

const SHOWN_MS = 8_000

/** `<offline-alert>` around the line that says that something could not be fetched [SA-3]. */
class OfflineAlert extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    untilAborted(
      signal,
      $offlineAlerts.listen(() => this.#show()),
    )
  }

  #show(): void {
    const note = this.querySelector<HTMLElement>('[role=alert]')
    if (!note) return
    note.hidden = false
    setTimeout(() => (note.hidden = true), SHOWN_MS)
  }
}

define('offline-alert', OfflineAlert)
