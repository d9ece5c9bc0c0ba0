import { atom } from 'nanostores'
import { object, string, type Infer } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { saveFile } from '#client/save-file.ts'
import { deleteAccount, myData } from '#contract/accounts/profile.ts'
import { createForm, type Sent } from '../form.ts'
import { $profile, $profileMode } from '../accounts/profile.ts'
import { $session, currentSession, isStillIn } from '../accounts/session.ts'
import { clearListenerData } from '../accounts/sign-out.ts'

const PATIENCE_MS = 60_000

export type Download = 'idle' | 'loading' | 'done' | 'failed' | 'tooMany'
export const $download = atom<Download>('idle')

/** Called when the panel is left. A download that is under way goes on. */
export function forgetDownload(): void {
  if ($download.get() !== 'loading') $download.set('idle')
}

// The data of the former listener is not the business of the next.
$session.listen(({ state }) => {
  if (state === 'out') $download.set('idle')
})

/** Downloads all data that the shop has of the listener [PR-5]. */
export async function downloadData(name: string): Promise<void> {
  if ($download.get() === 'loading') return
  $download.set('loading')
  const session = await currentSession()
  const result = await call(myData, {}, AbortSignal.timeout(PATIENCE_MS))
  if (!session || !isStillIn(session)) return
  if (!result.ok) return $download.set(result.fault === 'tooMany' ? 'tooMany' : 'failed')
  const { made_at, data } = result.value
  saveFile(`${name}-${made_at.slice(0, 10)}.json`, 'application/json', JSON.stringify({ made_at, data }, undefined, 2))
  $download.set('done')
}

const EMPTY = { password: '', sure: '' }
const Form = object({ password: string(), sure: string() })
export const deleteForm = createForm(Form, EMPTY, send, check)

export function forgetDeletion(): void {
  deleteForm.change('password', '')
  deleteForm.change('sure', '')
  for (const name of ['password', 'sure']) deleteForm.forgive(name)
}

const hasPassword = (): boolean => {
  const known = $profile.get()
  return known.state === 'ready' && known.profile.has_password
}

function check(): Record<string, string> {
  const { password, sure } = deleteForm.$values.get()
  return {
    ...(hasPassword() && password === '' && { password: 'required' }),
    ...(sure !== 'yes' && { sure: 'required' }),
  }
}

/** The dialog shows its last message before the session ends: afterwards pages of listeners redirect a guest. */
async function send({ password }: Infer<typeof Form>): Promise<Sent> {
  const result = await call(
    deleteAccount,
    { ...(hasPassword() && { password }), confirmed: true },
    AbortSignal.timeout(PATIENCE_MS),
  )
  if (!result.ok) return result
  $profileMode.set('erased')
  clearListenerData()
  return { ok: true }
}
