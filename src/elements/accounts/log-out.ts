import { navigate } from '#client/navigate.ts'
import { pathTo } from '#i18n/paths.ts'
import { signOut } from '#stores/accounts/sign-out.ts'
import { ConnectedElement, define } from '../connected-element.ts'
import { addressReady } from '../page-state.ts'
import { pageLocale } from '../page-locale.ts'

/** `<log-out>`: opening its page signs out, each time it is opened. */
class LogOut extends ConnectedElement {
  protected connect(): void {
    void this.#signOut()
  }

  async #signOut(): Promise<void> {
    await addressReady()
    await signOut()
    await navigate(`${pathTo('signIn', pageLocale())}?notice=signed-out`, { history: 'replace' })
  }
}

define('log-out', LogOut)
