import { atom } from 'nanostores'
import { create, omit, record, string } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { saveInTab, takeFromTab } from '#client/tab-storage.ts'
import { upload } from '#client/upload.ts'
import { auditionPrefill, uploadAudition } from '#contract/auditions.ts'
import { isBorn, isoDay } from '#contract/fields/fields.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import { storageKeys } from '#contract/storage.ts'
import { createForm, type Sent } from '../form.ts'
import { refusePhone } from '../phone.ts'
import { $captcha, takeCaptchaProof, tickCaptcha } from '../captcha.ts'
import { $progress, $recording, chooseRecording, sendRecording } from './recording.ts'
import { $session, $signOuts, currentSession, isStillIn } from '../accounts/session.ts'
import { $hasPendingAudition } from './pending-audition.ts'

const EMPTY = {
  first_name: '',
  last_name: '',
  mobile: '',
  email: '',
  city: '',
  country: 'IN',
  birth_date: '',
  project_name: '',
  is_recording_setup: '',
  is_professional: '',
  gender: '',
  terms: '',
}
type Form = Omit<InputOf<typeof uploadAudition>, 'captcha' | 'upload'>

export const auditionForm = createForm(omit(uploadAudition.input, ['captcha', 'upload']), EMPTY, send, check)
/** Whether a guest is asked to sign in. */
export const $askSignIn = atom(false)

/** Closes the question, so that a guest can see the form. */
export function signInLater(): void {
  $askSignIn.set(false)
}

const isUnproved = () => ['idle', 'failed'].includes($captcha.get().state)
let fileFault: string | undefined

/** Asks a guest to sign in, and prefills the form of a listener. Typed values stay. */
export async function openAudition(): Promise<void> {
  const session = await currentSession()
  if (!session) return $askSignIn.set(true)
  auditionForm.fill(takeDraft())
  const known = await call(auditionPrefill, {})
  // A form that was sent while the page was left shows its thanks first.
  if (!known.ok || !isStillIn(session) || auditionForm.$done.get()) return
  const { first_name, last_name, city, mobile, country, gender, email } = known.value.data
  auditionForm.fill({ first_name, last_name, city, mobile, country, gender, email })
}

/** Values typed before the sign-in; they outlive the page of a social provider only in the storage of the tab. */
function takeDraft(): Record<string, string> {
  try {
    return create(JSON.parse(takeFromTab(storageKeys.auditionDraft) ?? '{}'), record(string(), string()))
  } catch {
    return {}
  }
}

/** Called on the way to sign in, so that the listener returns to the form [SI-3]. */
export function rememberAudition(): void {
  $hasPendingAudition.set(true)
  saveInTab(storageKeys.auditionDraft, JSON.stringify(auditionForm.$values.get()))
}

export async function choose(file: File | undefined): Promise<void> {
  const fault = await chooseRecording(file)
  // Another file was chosen meanwhile.
  if ($recording.get() !== file) return
  fileFault = fault
  if (fileFault) auditionForm.blame('recorded_file', fileFault)
  else auditionForm.forgive('recorded_file')
}

/** Checks the file, the boxes, and the rules that need today's date. */
function check(): Record<string, string> {
  const { birth_date, terms } = auditionForm.$values.get()
  const file = $recording.get() ? fileFault : 'required'
  return {
    ...(birth_date && !isBorn(isoDay(birth_date), new Date()) && { birth_date: 'future' }),
    ...(file && { recorded_file: file }),
    ...(isUnproved() && { captcha: 'humanCheck' }),
    ...(terms !== 'yes' && { terms: 'terms' }),
  }
}

async function send(form: Form): Promise<Sent | undefined> {
  if (!(await currentSession())) {
    $askSignIn.set(true)
    return { ok: false, fault: 'signedOut' }
  }
  const before = $signOuts.get()
  const isTheirs = () => $signOuts.get() === before
  const sent = await deliver(form, isTheirs)
  if (!sent || !isTheirs()) return undefined
  if (sent.ok) clear()
  else if (sent.fault === 'humanCheck' && !isUnproved()) tickCaptcha(false)
  else if (sent.fault === 'signedOut') $askSignIn.set(true)
  return sent
}

/** `isTheirs`: whether its listener has not signed out meanwhile; what they recorded is not sent by the next one. */
async function deliver(form: Form, isTheirs: () => boolean): Promise<Sent | undefined> {
  const refused = await refusePhone(form.mobile, form.country)
  if (refused) return refused
  const recording = await sendRecording()
  if (!recording.ok) return recording
  const captcha = await takeCaptchaProof()
  if (!captcha) return { ok: false, fault: 'humanCheck', fields: { captcha: 'humanCheck' } }
  if (!isTheirs()) return undefined
  const result = await upload(uploadAudition, { ...form, captcha, upload: recording.upload }, undefined)
  // The server refused the upload as a whole: the next one starts from the beginning.
  if (!result.ok && result.fault !== 'offline') $progress.set({ state: 'none' })
  return result
}

function clear(): void {
  void choose(undefined)
  tickCaptcha(false)
}

// A sign-in in another tab closes the question.
$session.listen(({ state }) => state === 'in' && signInLater())
// Only at sign-out: what was typed and chosen outlives a session that expired.
$signOuts.listen(() => {
  auditionForm.forget()
  clear()
})
