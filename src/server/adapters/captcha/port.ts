import type { HumanChallenge } from '#contract/contact.ts'

/** A correct solution. Store its mark, which is unique, so that it passes once. */
type ProofOfWork = { mark: string; expiresAt: Date }

export type CaptchaAdapter = {
  challenge(now: Date): Promise<HumanChallenge>
  /** Checks the payload of a form. Undefined: expired, forged, unsolved or unreadable. */
  read(payload: string, now: Date): Promise<ProofOfWork | undefined>
}
