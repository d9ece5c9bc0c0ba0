import { atom } from 'nanostores'
import { object, type Infer } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { passwordFault, resetPassword } from '#contract/accounts/accounts.ts'
import { changePassword } from '#contract/accounts/profile.ts'
import { NotEmpty } from '#contract/fields/fields.ts'
import { createForm, type Sent } from '../form.ts'
import { $profile, announceProfileChange } from './profile.ts'
import { $session, currentSession, isStillIn, updateSession } from './session.ts'

const PATIENCE_MS = 30_000

const EMPTY = { old_password: '', password: '', confirm_password: '' }
export const passwordForm = createForm(
  object({ old_password: NotEmpty, password: NotEmpty, confirm_password: NotEmpty }),
  EMPTY,
  send,
  checkTogether,
)

/** Called when the panel is left: typed passwords are dropped, and that a mail was sent is not said again. */
export function forgetPasswords(): void {
  passwordForm.change('old_password', '')
  passwordForm.change('password', '')
  passwordForm.change('confirm_password', '')
  for (const name of ['old_password', 'password', 'confirm_password']) passwordForm.forgive(name)
  $passwordLink.set('idle')
}

/** Checks the password policy of the server and the repetition. */
function checkTogether(): Record<string, string> {
  const { password, confirm_password } = passwordForm.$values.get()
  const known = $profile.get()
  const fault = known.state === 'ready' && known.rules ? passwordFault(password, known.rules) : undefined
  return {
    ...(fault && { password: fault }),
    ...(password !== confirm_password && confirm_password !== '' && { confirm_password: 'mismatch' }),
  }
}

/** The server ends all sessions; the token of the reply is this browser's new one. */
async function send(form: Infer<typeof changePassword.input>): Promise<Sent> {
  const result = await call(changePassword, form, AbortSignal.timeout(PATIENCE_MS))
  if (!result.ok) return result
  await updateSession({ token: result.value.token })
  announceProfileChange('password-changed')
  return { ok: true }
}

/** The mail with a link that sets a password for an account without one. */
export const $passwordLink = atom<'idle' | 'loading' | 'sent' | 'failed'>('idle')

export async function askForLink(email: string): Promise<void> {
  if ($passwordLink.get() === 'loading') return
  $passwordLink.set('loading')
  const session = await currentSession()
  const result = await call(resetPassword, { email }, AbortSignal.timeout(PATIENCE_MS))
  if (session && isStillIn(session)) $passwordLink.set(result.ok ? 'sent' : 'failed')
}

// The next listener has another address.
$session.listen(({ state }) => {
  if (state === 'out') forgetPasswords()
})
