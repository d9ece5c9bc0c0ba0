import { navigate } from '#client/navigate.ts'
import { ConnectedElement, define, untilAborted } from '../connected-element.ts'

const RETRY_MS = 5_000

/** `<missing-page>` on the page that stands for one that could not be fetched: the wanted page comes by itself when the network is back. */
class MissingPage extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    if (this.closest('[hidden]')) return
    const retry = () => void this.#retry()
    addEventListener('online', retry, { signal })
    // A network that says it is back is not always so at once, and may say nothing.
    const timer = setInterval(retry, RETRY_MS)
    untilAborted(signal, () => clearInterval(timer))
  }

  /** The address is the wanted one already. */
  async #retry(): Promise<void> {
    if (document.hidden) return
    // The worker leaves this request to the network.
    const isBack = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
    if (isBack && this.isConnected) await navigate(location.pathname + location.search + location.hash)
  }
}

define('missing-page', MissingPage)
