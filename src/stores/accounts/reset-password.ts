import { atom } from 'nanostores'
import { object } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { resetPasswordConfirm, resetPasswordToken } from '#contract/accounts/accounts.ts'
import { NotEmpty } from '#contract/fields/fields.ts'
import { createForm, type Sent } from '../form.ts'
import { clearListenerData } from './sign-out.ts'
import { linkFault, passwordFaults, type LinkState } from './sign-up.ts'

const PATIENCE_MS = 30_000

export const $resetLink = atom<LinkState>({ state: 'checking' })

export const resetForm = createForm(
  object({ password: NotEmpty, confirm_password: NotEmpty }),
  { password: '', confirm_password: '' },
  send,
  checkTogether,
)

function checkTogether(): Record<string, string> {
  const { password, confirm_password } = resetForm.$values.get()
  return passwordFaults($resetLink.get(), password, confirm_password)
}

let token = ''

/** The form is shown only for a valid link. */
export async function checkResetLink(wanted: string): Promise<void> {
  token = wanted
  $resetLink.set({ state: 'checking' })
  const result = await call(resetPasswordToken, { token }, AbortSignal.timeout(PATIENCE_MS))
  if (!result.ok) return $resetLink.set(linkFault(result.fault))
  $resetLink.set(result.value.status ? { state: 'good', rules: result.value.password_rules } : { state: 'expired' })
}

async function send({ password, confirm_password }: { password: string; confirm_password: string }): Promise<Sent> {
  const result = await call(
    resetPasswordConfirm,
    { password, confirm_password, token },
    AbortSignal.timeout(PATIENCE_MS),
  )
  if (!result.ok && result.fault === 'linkExpired') $resetLink.set({ state: 'expired' })
  // The server ended all sessions of the account; a session that stays here would keep the listener from signing in anew.
  if (result.ok) clearListenerData()
  return result
}
