import { atom } from 'nanostores'
import { create, omit, record, string } from 'superstruct'
import { call } from '#client/browser.ts'
import { saveInTab, takeFromTab } from '#client/tab-storage.ts'
import { upload } from '#client/upload.ts'
import { auditionPrefill, uploadAudition } from '#contract/auditions.ts'
import { isBorn, isoDay } from '#contract/fields.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { storageKeys } from '#contract/storage.ts'
import { createForm, type Sent } from '../form.ts'
import { $captcha, tickCaptcha, takeCaptchaProof } from '../captcha.ts'
import { $progress, $recording, chooseRecording, sendRecording } from './recording.ts'
import { $session, $signOuts, currentSession } from '../accounts/session.ts'
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
/** A guest is asked to sign in first; who wants to look at the form may say so (D2). */
export const $askSignIn = atom(false)

/** The form may be looked at without. */
export function signInLater(): void {
  $askSignIn.set(false)
}

const isUnproved = () => ['idle', 'failed'].includes($captcha.get().state)
let fileFault: string | undefined

/** Asks a guest to sign in, and fills for a listener what is still as it was. Neither touches what was typed meanwhile. */
export async function openAudition(): Promise<void> {
  if (!(await currentSession())) return $askSignIn.set(true)
  fillIn(takeDraft())
  const known = await call(auditionPrefill, {})
  // Whoever left the page while it was sent is thanked first.
  if (!known.ok || auditionForm.$done.get()) return
  const { first_name, last_name, city, mobile, country, gender, email } = known.value.data
  fillIn({ first_name, last_name, city, mobile, country, gender, email })
}

/** What was typed before signing in: after another company's page only the tab remembers it. */
function takeDraft(): Record<string, string> {
  try {
    return create(JSON.parse(takeFromTab(storageKeys.auditionDraft) ?? '{}'), record(string(), string()))
  } catch {
    return {}
  }
}

/** What was typed meanwhile stays. */
function fillIn(texts: Record<string, string>): void {
  for (const [name, text] of Object.entries(texts)) {
    const known = Object.keys(EMPTY).find((key): key is keyof typeof EMPTY => key === name)
    if (known && text && auditionForm.$values.get()[known] === EMPTY[known]) auditionForm.change(known, text)
  }
}

/** On the way to sign in: who comes back goes on here (SI-3). */
export function rememberAudition(): void {
  $hasPendingAudition.set(true)
  saveInTab(storageKeys.auditionDraft, JSON.stringify(auditionForm.$values.get()))
}

export async function choose(file: File | undefined): Promise<void> {
  fileFault = await chooseRecording(file)
  // Another was chosen while this one was looked at.
  if ($recording.get() !== file) return
  if (fileFault) auditionForm.blame('recorded_file', fileFault)
  else auditionForm.forgive('recorded_file')
}

/** What no text field holds, and what needs today's date. */
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

async function send(form: Form): Promise<Sent> {
  if (!(await currentSession())) {
    $askSignIn.set(true)
    return { ok: false, fault: 'signedOut' }
  }
  const sent = await deliver(form)
  if (sent.ok) clear()
  else if (sent.fault === 'humanCheck' && !isUnproved()) tickCaptcha(false)
  else if (sent.fault === 'signedOut') $askSignIn.set(true)
  return sent
}

async function deliver(form: Form): Promise<Sent> {
  const recording = await sendRecording()
  if (!recording.ok) return recording
  const captcha = await takeCaptchaProof()
  if (!captcha) return { ok: false, fault: 'humanCheck', fields: { captcha: 'humanCheck' } }
  const result = await upload(uploadAudition, { ...form, captcha, upload: recording.upload }, undefined)
  // Refused as a whole: another file is wanted, or this one from its beginning.
  if (!result.ok && result.fault !== 'offline') $progress.set({ state: 'none' })
  return result
}

function clear(): void {
  void choose(undefined)
  tickCaptcha(false)
}

// Whoever signs in elsewhere meanwhile need not be asked any more.
$session.listen(({ state }) => state === 'in' && signInLater())
// Only whoever logs out: a session that ended by itself leaves what was typed.
$signOuts.listen(auditionForm.forget)
