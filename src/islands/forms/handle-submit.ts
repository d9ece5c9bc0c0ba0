import type { FormEvent } from 'react'
import { focusFirstFault } from '#ui/Field.tsx'

/** Submits a form by script. On faults the first faulty field gets the focus, else `onSuccess` runs. */
export const handleSubmit =
  (send: () => Promise<boolean>, onSuccess?: () => void) =>
  (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const { currentTarget } = event
    void send().then((isSent) => (isSent ? onSuccess?.() : focusFirstFault(currentTarget)))
  }
