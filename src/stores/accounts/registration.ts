import { atom } from 'nanostores'
import { object, refine, string } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { registerEmail, returnPath } from '#contract/accounts/accounts.ts'
import { Email } from '#contract/fields/fields.ts'
import { createForm, type Sent } from '../form.ts'

const PATIENCE_MS = 30_000
/** Ticked boxes are 'yes'. */
export const Accepted = refine(string(), 'agree', (text) => text === 'yes')

/** The address that the last mail was sent to. */
export const $mailSentTo = atom('')
export const registrationForm = createForm(object({ email: Email, terms: Accepted }), { email: '', terms: '' }, send)

async function send({ email }: { email: string }): Promise<Sent> {
  const next = returnPath(new URLSearchParams(location.search).get('next'))
  const result = await call(registerEmail, { email, ...(next && { next }) }, AbortSignal.timeout(PATIENCE_MS))
  if (result.ok) $mailSentTo.set(email)
  return result
}

/** The same mail once more: whoever asked for it has agreed already. */
export function sendMailAgain(): Promise<boolean> {
  registrationForm.change('email', $mailSentTo.get())
  registrationForm.change('terms', 'yes')
  return registrationForm.submit()
}
