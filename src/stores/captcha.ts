import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { solveChallenge } from '#client/captcha/proof-of-work.ts'
import { humanChallenge } from '#contract/contact.ts'

/** The human check of a form (AD-4). `taken`: the proof went with a form; the next one is worked out when it is needed. */
export type CaptchaState =
  | { state: 'idle' }
  | { state: 'working' }
  | { state: 'proved'; proof: string; until: number }
  | { state: 'taken' }
  | { state: 'failed' }

export const $captcha = atom<CaptchaState>({ state: 'idle' })

/** A proof that would end on its way to the server is no proof. */
const MARGIN_MS = 30_000
let work: Promise<void> | undefined
let stopping = new AbortController()

/** The visitor ticks the box, or takes the tick away. */
export function tickCaptcha(isHuman: boolean): void {
  // Workers of a tick that is gone would go on for a minute.
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
  // The tick was taken away meanwhile, or given anew.
  if ($captcha.get() !== mine) return
  $captcha.set(
    result.ok && proof
      ? { state: 'proved', proof, until: result.value.parameters.expiresAt * 1000 - MARGIN_MS }
      : { state: 'failed' },
  )
}

/** A proof to send, once: the server takes none twice. Waits for one that is being worked out. */
export async function takeCaptchaProof(): Promise<string | undefined> {
  const before = $captcha.get()
  if (before.state === 'taken' || (before.state === 'proved' && before.until < Date.now())) work = prove()
  await work
  const now = $captcha.get()
  if (now.state !== 'proved') return undefined
  $captcha.set({ state: 'taken' })
  return now.proof
}
