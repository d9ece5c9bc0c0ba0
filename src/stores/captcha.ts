import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { solveChallenge } from '#client/captcha/proof-of-work.ts'
import { humanChallenge } from '#contract/contact.ts'

/** The captcha of a form [AD-4]. `taken`: the proof was sent; the next one is computed when it is needed. */
export type CaptchaState =
  | { state: 'idle' }
  | { state: 'working' }
  | { state: 'proved'; proof: string; until: number }
  | { state: 'taken' }
  | { state: 'failed' }

export const $captcha = atom<CaptchaState>({ state: 'idle' })

/** A proof that is about to expire is not used. */
const MARGIN_MS = 30_000
let work: Promise<void> | undefined
let stopping = new AbortController()

/** The visitor ticks or unticks the box. */
export function tickCaptcha(isHuman: boolean): void {
  // Without this, the workers would go on for a minute after the box was unticked.
  stopping.abort()
  if (!isHuman) return $captcha.set({ state: 'idle' })
  work = prove()
}

async function prove(): Promise<void> {
  const mine: CaptchaState = { state: 'working' }
  $captcha.set(mine)
  stopping = new AbortController()
  const result = await call(humanChallenge, {})
  const proof = result.ok ? await solveChallenge(result.value, stopping) : undefined
  // The box was unticked or ticked again meanwhile.
  if ($captcha.get() !== mine) return
  $captcha.set(
    result.ok && proof
      ? { state: 'proved', proof, until: result.value.parameters.expiresAt * 1000 - MARGIN_MS }
      : { state: 'failed' },
  )
}

/** Returns a proof to send, waiting for one that is being computed. Each proof is used once: the server refuses it a second time. */
export async function takeCaptchaProof(): Promise<string | undefined> {
  const before = $captcha.get()
  if (before.state === 'taken' || (before.state === 'proved' && before.until < Date.now())) work = prove()
  await work
  const now = $captcha.get()
  if (now.state !== 'proved') return undefined
  $captcha.set({ state: 'taken' })
  return now.proof
}
