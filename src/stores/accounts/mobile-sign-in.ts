import { atom } from 'nanostores'
import { object } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { sendOtp, verifyOtp } from '#contract/accounts/accounts.ts'
import { asciiDigits } from '#contract/text/digits.ts'
import { IndianMobile, OneTimeCode } from '#contract/fields/fields.ts'
import { createForm, type Sent } from '../form.ts'
import { enter, thisDevice } from './sign-in.ts'

const MOBILE_DIGITS = 10
export const CODE_DIGITS = 6
/** The server sends no second code to a number earlier. */
const RESEND_AFTER_SECONDS = 60
const PATIENCE_MS = 30_000

export const $mobileOpen = atom(false)
/** The number cannot be edited after a code was sent to it. */
export const $mobileStep = atom<'number' | 'code'>('number')
/** Seconds until another code may be asked for. */
export const $resendIn = atom(0)

export const numberForm = createForm(object({ mobile: IndianMobile }), { mobile: '' }, sendNumber)
export const codeForm = createForm(object({ otp: OneTimeCode }), { otp: '' }, sendCode)

let number = ''
let ticking: ReturnType<typeof setInterval> | undefined

async function sendNumber({ mobile }: { mobile: string }): Promise<Sent> {
  const result = await call(sendOtp, { mobile_number: mobile }, AbortSignal.timeout(PATIENCE_MS))
  if (!result.ok)
    return result.fault === 'refused' ? { ok: false, fault: 'mobile', fields: { mobile: 'mobile' } } : result
  number = mobile
  codeForm.change('otp', '')
  codeForm.rest()
  $mobileStep.set('code')
  countDown()
  return { ok: true }
}

async function sendCode({ otp }: { otp: string }): Promise<Sent> {
  const result = await call(
    verifyOtp,
    { mobile_number: number, device_type: 'web', otp, device_id: await thisDevice() },
    AbortSignal.timeout(PATIENCE_MS),
  )
  if (!result.ok) return result.fault === 'refused' ? { ok: false, fault: 'otp', fields: { otp: 'otp' } } : result
  return (await enter(result.value, 'mobile')) ?? { ok: true }
}

export const mobileNumber = (): string => number

/** Accepts digits of either script, cuts after ten, and removes a pasted country or trunk prefix of India. */
export function typeNumber(text: string): void {
  const digits = asciiDigits(text)
    .replace(/\D/g, '')
    .replace(/^(?:91|0)(?=\d{10}$)/, '')
  numberForm.change('mobile', digits.slice(0, MOBILE_DIGITS))
}

/** Returns whether another code was sent. */
export async function resendCode(): Promise<boolean> {
  if ($resendIn.get() > 0) return false
  numberForm.change('mobile', number)
  return numberForm.submit()
}

export function changeNumber(): void {
  numberForm.change('mobile', number)
  $mobileStep.set('number')
}

export function openMobile(): void {
  $mobileOpen.set(true)
}

export function closeMobile(): void {
  $mobileOpen.set(false)
}

/** Leaving the page resets the form to its first step. */
export function leaveMobile(): void {
  closeMobile()
  $mobileStep.set('number')
}

/** Counted by the clock, because browsers delay the timers of background tabs. */
function countDown(): void {
  const until = Date.now() + RESEND_AFTER_SECONDS * 1_000
  clearInterval(ticking)
  $resendIn.set(RESEND_AFTER_SECONDS)
  ticking = setInterval(() => {
    $resendIn.set(Math.max(0, Math.ceil((until - Date.now()) / 1_000)))
    if ($resendIn.get() === 0) clearInterval(ticking)
  }, 1_000)
}
