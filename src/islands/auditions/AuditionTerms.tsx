import { useState } from 'react'
import { Check } from '#ui/Check.tsx'
import { Dialog } from '#ui/Dialog.tsx'

export type TermsWords = Record<'terms' | 'terms-open' | 'terms-title' | 'close' | 'accept-terms', string>
type Props = {
  words: TermsWords
  text: string[]
  isChecked: boolean
  isFaulty: boolean
  onChange: (isChecked: boolean) => void
}

/** The box that must be ticked, and what one agrees to by it (D2). */
export function AuditionTerms({ words, text, isChecked, isFaulty, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="terms">
      <Check
        name="terms"
        isRequired
        isChecked={isChecked}
        fault={isFaulty ? words['accept-terms'] : undefined}
        onChange={onChange}
      >
        {words.terms}
      </Check>
      <button type="button" className="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words['terms-open']}
      </button>
      <Dialog title={words['terms-title']} close={words.close} isOpen={isOpen} onClose={() => setOpen(false)}>
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </Dialog>
    </div>
  )
}
