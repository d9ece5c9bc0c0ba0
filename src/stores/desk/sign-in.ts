import { atom } from 'nanostores'
import { object } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { askPasskey } from '#client/accounts/passkeys.ts'
import {
  deskMe,
  deskSignIn,
  deskSignInFactor,
  deskStepUp,
  deskStepUpChallenge,
  type Factor,
} from '#contract/desk/staff/staff.ts'
import { Email, NotBlank, NotEmpty } from '#contract/fields/fields.ts'
import type { PasskeyJson } from '#contract/accounts/passkeys.ts'
import { createForm, type Sent } from '../form.ts'
import { setStaff } from './staff.ts'

/** What the second factor is asked for with. `ticket`: of the password's step; absent in a step-up. */
export type Challenge = { ticket?: string; factors: readonly Factor[]; passkey?: PasskeyJson | undefined }
type SignInStep =
  | { step: 'password' }
  | { step: 'factor'; challenge: Challenge }
  /** A step-up whose challenge is asked for, or could not be had. */
  | { step: 'waiting' }
  | { step: 'failed'; fault: string }

export const $step = atom<SignInStep>({ step: 'password' })

export const passwordForm = createForm(
  object({ email: Email, password: NotEmpty }),
  { email: '', password: '' },
  sendPassword,
)
export const codeForm = createForm(object({ code: NotBlank }), { code: '' }, ({ code }) => sendProof({ code }))

async function sendPassword(input: { email: string; password: string }): Promise<Sent> {
  const result = await call(deskSignIn, input)
  if (!result.ok) return result.fault === 'credentials' ? { ...result, fields: { password: 'credentials' } } : result
  const { ticket, factors, passkey } = result.value
  $step.set({ step: 'factor', challenge: { ticket, factors, passkey } })
  return { ok: true }
}

/** The second factor of a sign-in or of a step-up. A sign-in that took too long begins again. */
async function sendProof(proof: { code: string } | { passkey: PasskeyJson }): Promise<Sent> {
  const { challenge } = { challenge: { factors: [] } as Challenge, ...$step.get() }
  const result = challenge.ticket
    ? await call(deskSignInFactor, { ticket: challenge.ticket, ...proof })
    : await call(deskStepUp, proof)
  if (result.ok) return challenge.ticket ? enter() : { ok: true }
  if (result.fault === 'linkExpired') restartSignIn()
  return 'code' in proof && result.fault === 'factor' ? { ...result, fields: { code: 'factor' } } : result
}

async function enter(): Promise<Sent> {
  const result = await call(deskMe, {})
  if (!result.ok) return result
  setStaff(result.value)
  return { ok: true }
}

export function restartSignIn(): void {
  $step.set({ step: 'password' })
  codeForm.forget()
}

/** Asks the server for a challenge of the person who is signed in. */
export async function beginStepUp(): Promise<void> {
  codeForm.forget()
  $step.set({ step: 'waiting' })
  const result = await call(deskStepUpChallenge, {})
  if (!result.ok) return $step.set({ step: 'failed', fault: result.fault })
  const { factors, passkey } = result.value
  $step.set({ step: 'factor', challenge: { factors, passkey } })
}

export async function provePasskey(options: PasskeyJson): Promise<Sent> {
  const signed = await askPasskey(options)
  return signed.ok ? sendProof({ passkey: signed.value }) : signed
}
