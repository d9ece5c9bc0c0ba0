import { alertOffline } from '#stores/offline/offline-alert.ts'
import { ConnectedElement, define } from '../connected-element.ts'

/** `<ebooks-button>` opens the list of free ebooks; `sheet` is the address of its styles. */
class EbooksButton extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    this.onPress('button', signal, () => {
      import('#islands/ebooks/ebooks.tsx').then(({ openEbooks }) => openEbooks(this.text('sheet'))).catch(alertOffline)
    })
  }
}

define('ebooks-button', EbooksButton)
