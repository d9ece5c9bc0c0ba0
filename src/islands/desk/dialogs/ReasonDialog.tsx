import { useState, type FormEvent, type ReactNode } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { TextField } from '../fields/TextField.tsx'
import type { CommonMessages } from '../desk-format.ts'

type Props = {
  title: string
  action: string
  common: CommonMessages
  isOpen: boolean
  onClose: () => void
  /** Returns the fault, or nothing when it is done. */
  onConfirm: (reason: string) => Promise<string | undefined>
  children?: ReactNode
}

/** Enter in the field is the button of the dialog. */
function pressAction(event: FormEvent<HTMLElement>): void {
  event.preventDefault()
  event.currentTarget.closest('dialog')?.querySelector<HTMLElement>('.button:not([data-close])')?.click()
}

/** Asks for the reason of what money or access changes; an empty one is refused. What was typed stays after a failure. */
export function ReasonDialog({ common, onConfirm, children, ...dialog }: Props) {
  const [reason, setReason] = useState('')
  const confirm = async () => {
    if (reason.trim() === '') return 'reason'
    const fault = await onConfirm(reason.trim())
    if (!fault) setReason('')
    return fault
  }
  return (
    <ConfirmDialog {...dialog} onConfirm={confirm} answer={reason}>
      {children}
      <form onSubmit={pressAction}>
        <TextField label={common.reason} value={reason} onChange={setReason} />
      </form>
    </ConfirmDialog>
  )
}
