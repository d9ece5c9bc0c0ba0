import { ConnectedElement, define } from '../connected-element.ts'
import { wishPath } from '../page-state.ts'

/**
 * `<sign-in-link>` around a link to the sign-in page: the page that was left is the one to come back to (SI-7). `buy`: the variant
 * that goes into the cart then.
 */
class SignInLink extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    this.onPress('a', signal, (link) => {
      const path = link.getAttribute('href')?.split('?')[0] ?? ''
      const wish = this.hasAttribute('buy') ? wishPath(this.text('buy')) : location.pathname + location.search
      link.setAttribute('href', `${path}?next=${encodeURIComponent(wish)}`)
    })
  }
}

define('sign-in-link', SignInLink)
