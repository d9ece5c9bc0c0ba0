import { ConnectedElement, define } from '../connected-element.ts'

/** `<sign-in-link>` around a link to the sign-in page: the page that was left is the one to come back to [SI-7]. */
class SignInLink extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    this.onPress('a', signal, (link) => {
      const path = link.getAttribute('href')?.split('?')[0] ?? ''
      link.setAttribute('href', `${path}?next=${encodeURIComponent(location.pathname + location.search)}`)
    })
  }
}

define('sign-in-link', SignInLink)
