import { ConnectedElement, define } from '../connected-element.ts'
import type { ModalDialog } from './modal-dialog.ts'
import './copy-link.ts'
import './modal-dialog.ts'

/** `<share-menu>`: the device's own sheet where there is one, else a dialog with four networks and a link to copy [BR-4]. */
class ShareMenu extends ConnectedElement {
  get #shared(): Required<Pick<ShareData, 'title' | 'text' | 'url'>> {
    return { title: this.text('name'), text: this.text('text'), url: new URL(this.text('path'), location.origin).href }
  }

  protected connect(signal: AbortSignal): void {
    this.onPress('[aria-haspopup=dialog]', signal, () => void this.#share())
  }

  async #share(): Promise<void> {
    if (navigator.share && matchMedia('(pointer: coarse)').matches) {
      try {
        return await navigator.share(this.#shared)
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') return
      }
    }
    this.querySelector<ModalDialog>('modal-dialog')?.open()
  }
}

define('share-menu', ShareMenu)
