import { useState } from 'react'
import { Field } from './Field.tsx'

type Props = {
  label: string
  name: string
  value: string
  onChange: (text: string) => void
  autoComplete: 'current-password' | 'new-password'
  fault?: string | undefined
  isAnnounced?: boolean | undefined
  hint?: string | undefined
  isLocked?: boolean
  /** Labels of the button that shows and hides the password. */
  messages: { show: string; hide: string }
}

/** A password field with a button that shows the password. */
export function PasswordField({ messages, ...field }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <Field {...field} type={isShown ? 'text' : 'password'}>
      <button
        type="button"
        className="reveal"
        aria-label={`${isShown ? messages.hide : messages.show}: ${field.label}`}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? messages.hide : messages.show}
      </button>
    </Field>
  )
}
