import { $areCookiesAccepted, acceptCookies } from '#stores/shell/cookie-notice.ts'
import { ConnectedElement, define, untilAborted } from '../connected-element.ts'
import { pageLoaded } from '../page-state.ts'

/** `<cookie-notice>`: shown until it was accepted once in this browser (SH-11), without taking the focus away from the reader. */
class CookieNotice extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    this.onPress('button', signal, acceptCookies)
    void this.#follow(signal)
  }

  async #follow(signal: AbortSignal): Promise<void> {
    await pageLoaded()
    if (signal.aborted) return
    untilAborted(
      signal,
      $areCookiesAccepted.subscribe((isAccepted) => {
        this.querySelector('section')?.toggleAttribute('hidden', isAccepted)
      }),
    )
  }
}

define('cookie-notice', CookieNotice)
