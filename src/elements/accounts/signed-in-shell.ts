import { ConnectedElement, define } from '../connected-element.ts'
import { isSignedIn, pageLoaded } from '../page-state.ts'

/** `<signed-in-shell>`: what every page asks for a listener who is signed in. A guest fetches nothing of it [SD-2]. */
class SignedInShell extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    if (isSignedIn()) void this.#start(signal).catch(() => undefined)
  }

  async #start(signal: AbortSignal): Promise<void> {
    await pageLoaded()
    const { startVisit } = await import('./signed-in-visit.ts')
    if (!signal.aborted) startVisit(signal)
  }
}

define('signed-in-shell', SignedInShell)
