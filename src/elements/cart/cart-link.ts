import { ConnectedElement, define, opensElsewhere, untilAborted } from '../connected-element.ts'
import { isSignedIn, pageLoaded } from '../page-state.ts'

/** `<cart-link>` around the link to the cart: shown with the count when there is something in it [SH-7]; a press opens the cart over the page. */
class CartLink extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    this.onPress('a', signal, (link, event) => {
      if (opensElsewhere(event) || !(link instanceof HTMLAnchorElement)) return
      event.preventDefault()
      void import('#islands/cart/open-cart.tsx')
        .then(({ openCart }) => openCart())
        .catch(() => location.assign(link.href))
    })
    if (isSignedIn()) void this.#followCount(signal).catch(() => undefined)
  }

  async #followCount(signal: AbortSignal): Promise<void> {
    await pageLoaded()
    const { followCartCount } = await import('./cart-link-count.ts')
    if (!signal.aborted) untilAborted(signal, followCartCount(this))
  }
}

define('cart-link', CartLink)
