import { $areCookiesAccepted, acceptCookies } from '#stores/shell/cookie-notice.ts'
import { ConnectedElement, define, untilAborted } from '../connected-element.ts'

/** `<cookie-notice>`: seen from the first paint (head.js) until it was accepted once in this browser [SH-11]. */
class CookieNotice extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    this.onPress('button', signal, acceptCookies)
    untilAborted(
      signal,
      $areCookiesAccepted.subscribe((isAccepted) => {
        document.documentElement.classList.toggle('greets', !isAccepted)
      }),
    )
  }
}

define('cookie-notice', CookieNotice)
