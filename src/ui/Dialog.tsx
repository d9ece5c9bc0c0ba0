import { useEffect, useId, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { keepFocus } from './keep-focus.ts'

/** A click beside the dialog lands on the dialog itself; a button inside that closes it has `data-close`. */
const isClosing = (dialog: HTMLElement, pressed: unknown): boolean =>
  pressed instanceof Element &&
  pressed.closest('dialog') === dialog &&
  (pressed === dialog || pressed.closest('[data-close]') !== null)

type Props = { title: string; close: string; isOpen: boolean; onClose: () => void; children: ReactNode }

/**
 * Handlers of a dialog that say once that it closes. Escape and "back" of a phone are said at once. The event of the browser comes later, on
 * a busy phone much later: until then whoever opens the dialog again would press in vain.
 */
function useClosing(onClose: () => void) {
  const isSaid = useRef(false)
  const say = () => {
    onClose()
    // What opened the dialog may be gone by now, or nothing opened it.
    keepFocus()
  }
  return {
    onCancel({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) {
      // A file that was not chosen is cancelled too.
      if (target !== currentTarget) return
      isSaid.current = true
      currentTarget.close()
      say()
    },
    onClose() {
      if (!isSaid.current) say()
      isSaid.current = false
    },
  }
}

/** The native modal dialog: it traps the focus, closes on Escape and restores the focus. */
export function Dialog({ title, close, isOpen, onClose, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    // It goes with the element.
    element?.addEventListener('click', ({ target }) => isClosing(element, target) && element.close())
  }, [])
  useEffect(() => {
    if (!isOpen) return dialog.current?.close()
    if (dialog.current?.open) return
    dialog.current?.showModal()
    // Else the close button would get the focus.
    dialog.current?.querySelector<HTMLElement>('form input:not([readonly])')?.focus()
  }, [isOpen])

  const closing = useClosing(onClose)
  return (
    <dialog ref={dialog} className="modal" aria-labelledby={id} {...closing}>
      {isOpen && (
        <div className="inner">
          <h2 id={id}>{title}</h2>
          <button type="button" className="round away" aria-label={close} onClick={() => dialog.current?.close()}>
            <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
              <use href="/icons.svg#close" />
            </svg>
          </button>
          {children}
        </div>
      )}
    </dialog>
  )
}
