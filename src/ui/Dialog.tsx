import { useEffect, useId, useRef, type ReactNode, type RefObject, type SyntheticEvent } from 'react'

/** A click beside the dialog lands on the dialog itself; a button inside that closes it has `data-close`. */
function closeByPress({ target, currentTarget: dialog }: Event) {
  if (!(target instanceof Element) || !(dialog instanceof HTMLDialogElement)) return
  if (target.closest('dialog') === dialog && (target === dialog || target.closest('[data-close]'))) dialog.close()
}

/**
 * What opened the dialog may be gone by now, or nothing opened it: the focus goes on at the content of the page, and not at its top.
 * A frame later: what knows a nearer place comes first.
 */
function keepFocus() {
  requestAnimationFrame(() =>
    setTimeout(() => {
      const focused = document.activeElement
      if (focused === document.body || !focused?.checkVisibility())
        document.getElementById('content')?.focus({ preventScroll: true })
    }),
  )
}

type Props = { title: string; close: string; isOpen: boolean; onClose: () => void; children: ReactNode }

/** Handlers of a dialog that say once that it closes. */
function useClosing(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void) {
  const isSaid = useRef(false)
  const say = () => {
    onClose()
    keepFocus()
  }
  const closed = () => {
    if (!isSaid.current) say()
    isSaid.current = false
  }
  /**
   * Escape and "back" of a phone are said at once. The event of the browser comes later, on a busy phone much later: until then whoever opens
   * the dialog again would press in vain. A file that was not chosen is cancelled too.
   */
  const cancelled = ({ target }: SyntheticEvent) => {
    if (target !== dialog.current) return
    isSaid.current = true
    dialog.current.close()
    say()
  }
  return { closed, cancelled }
}

/** The native modal dialog: it traps the focus, closes on Escape and restores the focus. */
export function Dialog({ title, close, isOpen, onClose, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.addEventListener('click', closeByPress)
    return () => element?.removeEventListener('click', closeByPress)
  }, [])
  useEffect(() => {
    if (!isOpen) return dialog.current?.close()
    if (dialog.current?.open) return
    dialog.current?.showModal()
    // Else the close button would get the focus.
    dialog.current?.querySelector<HTMLElement>('form input:not([readonly])')?.focus()
  }, [isOpen])

  const { closed, cancelled } = useClosing(dialog, onClose)
  return (
    <dialog ref={dialog} className="modal" aria-labelledby={id} onCancel={cancelled} onClose={closed}>
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
