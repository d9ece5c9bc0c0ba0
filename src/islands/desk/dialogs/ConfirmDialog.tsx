import { useState, type ReactNode } from 'react'
import { Dialog } from '#ui/Dialog.tsx'
import { deskFault, useDesk } from '../desk-context.tsx'

type Props = {
  title: string
  /** Of the button: what happens, as "Refund ₹ 250". */
  action: string
  isOpen: boolean
  onClose: () => void
  /** Returns the fault, or nothing when it is done: then the dialog closes. */
  onConfirm: () => Promise<string | undefined>
  /** What is typed in the dialog: another answer takes the fault of the last one away. */
  answer?: string
  children: ReactNode
}

/** Asks before what cannot be undone. Closing it does nothing. */
export function ConfirmDialog({ title, action, isOpen, onClose, onConfirm, answer, children }: Props) {
  const { messages } = useDesk()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ fault: string; answer: string | undefined }>()
  const fault = refused?.answer === answer ? refused?.fault : undefined
  const close = () => {
    setRefused(undefined)
    onClose()
  }
  const confirm = async () => {
    if (isBusy) return
    setRefused(undefined)
    setBusy(true)
    const found = await onConfirm()
    setBusy(false)
    if (found) setRefused({ fault: found, answer })
    if (!found) close()
  }
  return (
    <Dialog title={title} close={messages.close} isOpen={isOpen} onClose={close}>
      {children}
      {fault && (
        <p role="alert" className="failure">
          {deskFault(messages, fault)}
        </p>
      )}
      <div className="desk-buttons">
        <button type="button" className="button" aria-disabled={isBusy} onClick={() => void confirm()}>
          {isBusy ? messages.working : action}
        </button>
        <button type="button" className="button quiet" data-close>
          {messages.cancel}
        </button>
      </div>
    </Dialog>
  )
}
