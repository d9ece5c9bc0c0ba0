import { useStore } from '@nanostores/react'
import type { DeskMessages } from '#islands/desk/desk-context.tsx'
import { $toasts, closeToast, showToast, undoToast, type Toast } from '#stores/desk/toasts.ts'

/** What was done, with an undo where there is one. */
export function Toasts({ messages }: { messages: DeskMessages }) {
  const toasts = useStore($toasts)
  const undo = async (toast: Toast) => {
    const fault = await undoToast(toast)
    if (fault === undefined) return showToast(messages.undone)
    showToast(fault === 'changedMeanwhile' ? messages.notUndoneChanged : messages.notUndone, { kind: 'failed' })
  }
  return (
    // A status is atomic by itself: each message would be read with those before it.
    <div className="desk-toasts" role="status" aria-atomic="false">
      {toasts.map((toast) => (
        <div key={toast.id} className={`desk-toast ${toast.kind}`}>
          <p>{toast.text}</p>
          {toast.undo && (
            <button type="button" className="link" onClick={() => void undo(toast)}>
              {messages.undo}
            </button>
          )}
          <button
            type="button"
            className="round"
            aria-label={`${messages.close}: ${toast.text}`}
            onClick={() => closeToast(toast.id)}
          >
            <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
              <use href="/icons.svg#close" />
            </svg>
          </button>
        </div>
      ))}
    </div>
  )
}
