import { useState } from 'react'
import { Check } from '#ui/Check.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { AuditionMessages } from './audition-messages.ts'

type Props = {
  messages: AuditionMessages
  text: string[]
  isChecked: boolean
  isFaulty: boolean
  onChange: (isChecked: boolean) => void
}

/** The required checkbox, and a dialog with the terms. */
export function AuditionTerms({ messages, text, isChecked, isFaulty, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="terms">
      <Check
        name="terms"
        isRequired
        isChecked={isChecked}
        fault={isFaulty ? messages.acceptTerms : undefined}
        onChange={onChange}
      >
        {messages.terms}
      </Check>
      <button type="button" className="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {messages.termsOpen}
      </button>
      <Dialog title={messages.termsTitle} close={messages.close} isOpen={isOpen} onClose={() => setOpen(false)}>
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </Dialog>
    </div>
  )
}
