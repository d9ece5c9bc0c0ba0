import { atom } from 'nanostores'
import { object } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { resetPassword, returnPath } from '#contract/accounts/accounts.ts'
import { Email } from '#contract/fields/fields.ts'
import { createForm, type Sent } from '../form.ts'

/** The dialog closes itself this long after a success. */
const CLOSES_AFTER_MS = 3_000
const PATIENCE_MS = 30_000

export const $forgotOpen = atom(false)
export const forgotForm = createForm(object({ email: Email }), { email: '' }, send)

let closing: ReturnType<typeof setTimeout> | undefined

/** Clears the messages of the last time. */
export function openForgot(): void {
  forgotForm.rest()
  $forgotOpen.set(true)
}

export function closeForgot(): void {
  clearTimeout(closing)
  $forgotOpen.set(false)
}

async function send({ email }: { email: string }): Promise<Sent> {
  const next = returnPath(new URLSearchParams(location.search).get('next'))
  const result = await call(resetPassword, { email, ...(next && { next }) }, AbortSignal.timeout(PATIENCE_MS))
  // A failure stays until the reader closes it; only a success closes by itself.
  if (result.ok) closing = setTimeout(closeForgot, CLOSES_AFTER_MS)
  return result
}
