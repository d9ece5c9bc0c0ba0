import type { HumanChallenge } from '#contract/contact.ts'

/** Solved, and not yet spent: who takes it must write down the mark, once. */
export type Proof = { mark: string; expiresAt: Date }

export type CaptchaAdapter = {
  challenge(now: Date): Promise<HumanChallenge>
  /** What a form sent. Undefined: expired, forged, not solved or not to be read. */
  read(payload: string, now: Date): Promise<Proof | undefined>
}
