import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { workOut } from '#client/captcha/proof-of-work.ts'
import { humanChallenge } from '#contract/contact.ts'

/** The human check of a form (AD-4). `taken`: the proof went with a form; the next one is worked out when it is needed. */
export type Human =
  | { state: 'unasked' }
  | { state: 'working' }
  | { state: 'proved'; proof: string; until: number }
  | { state: 'taken' }
  | { state: 'failed' }

export const $human = atom<Human>({ state: 'unasked' })

/** A proof that would end on its way to the server is no proof. */
const MARGIN_MS = 30_000
let work: Promise<void> | undefined
let stopping = new AbortController()

/** The visitor ticks the box, or takes the tick away. */
export function sayHuman(isHuman: boolean): void {
  // Workers of a tick that is gone would go on for a minute.
  stopping.abort()
  if (!isHuman) return $human.set({ state: 'unasked' })
  work = prove()
}

async function prove(): Promise<void> {
  const mine: Human = { state: 'working' }
  $human.set(mine)
  stopping = new AbortController()
  const made = await call(humanChallenge, {})
  const proof = made.ok ? await workOut(made.value, stopping) : undefined
  // The tick was taken away meanwhile, or given anew.
  if ($human.get() !== mine) return
  $human.set(
    made.ok && proof
      ? { state: 'proved', proof, until: made.value.parameters.expiresAt * 1000 - MARGIN_MS }
      : { state: 'failed' },
  )
}

/** A proof to send, once: the server takes none twice. Waits for one that is being worked out. */
export async function takeProof(): Promise<string | undefined> {
  const before = $human.get()
  if (before.state === 'taken' || (before.state === 'proved' && before.until < Date.now())) work = prove()
  await work
  const now = $human.get()
  if (now.state !== 'proved') return undefined
  $human.set({ state: 'taken' })
  return now.proof
}
