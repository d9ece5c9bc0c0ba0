import type { FormEvent } from 'react'
import { focusFirstFault } from '#ui/Field.tsx'

/** Sends a form without leaving the page; its first faulty field gets the focus. `taken`: what follows when there is none. */
export const submitting =
  (send: () => Promise<boolean>, taken?: () => void) =>
  (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const { currentTarget } = event
    void send().then((isTaken) => (isTaken ? taken?.() : focusFirstFault(currentTarget)))
  }
