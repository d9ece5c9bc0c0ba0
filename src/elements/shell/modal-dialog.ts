import { ConnectedElement, define } from '../connected-element.ts'

/** `<modal-dialog>` around a `<dialog>`: its close button and a click beside it close it; the browser gives the focus back. */
export class ModalDialog extends ConnectedElement {
  get #dialog(): HTMLDialogElement | null {
    return this.querySelector('dialog')
  }

  open(): void {
    this.#dialog?.showModal()
  }

  protected connect(signal: AbortSignal): void {
    this.onPress('dialog, .close', signal, (pressed, { target }) => {
      // A click on the backdrop lands on the dialog itself.
      if (pressed === target || pressed.matches('.close')) this.#dialog?.close()
    })
  }
}

define('modal-dialog', ModalDialog)
