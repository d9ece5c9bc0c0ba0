import { ConnectedElement, define } from '../connected-element.ts'
import { isSignedIn, pageLoaded } from '../page-state.ts'

/** `<own-plans>` around the plans: marks the listener's own, and says when another one would start. A guest fetches nothing. */
class OwnPlans extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    if (isSignedIn()) void this.#mark(signal).catch(() => undefined)
  }

  async #mark(signal: AbortSignal): Promise<void> {
    await pageLoaded()
    const { markOwnPlans } = await import('./own-plans-state.ts')
    if (!signal.aborted) await markOwnPlans(this, signal)
  }
}

define('own-plans', OwnPlans)
