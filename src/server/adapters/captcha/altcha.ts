import { createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { assert, integer, is, number, optional, pattern, string, type } from 'superstruct'
import { HumanChallenge } from '#contract/contact.ts'
import type { CaptchaAdapter } from './port.ts'

type AltchaOptions = {
  secret: string
  /** PBKDF2 rounds per guess, and the range of the solution: about 1 s on a laptop, 4 s on a cheap phone. */
  cost?: number
  counter?: readonly [from: number, to: number]
}

const LIFE_MS = 10 * 60_000
const Hex = pattern(string(), /^[0-9a-f]{8,128}$/)
const Payload = type({
  challenge: HumanChallenge,
  solution: type({ counter: integer(), derivedKey: Hex, time: optional(number()) }),
})

/** ALTCHA's proof of work, created and checked by this server: no third party sees the visitor, and there is no puzzle to solve (WCAG 3.3.8). */
export function createAltcha({ secret, cost = 5_000, counter = [200, 600] }: AltchaOptions): CaptchaAdapter {
  // Two keys of one secret: a signature of a challenge must not be valid for a solution.
  const key = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex')
  const keys = { hmacSignatureSecret: key('challenge'), hmacKeySignatureSecret: key('answer') }

  return {
    async challenge(now) {
      const challenge: unknown = await createChallenge({
        ...keys,
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(counter[1], counter[0]),
        deriveKey,
        expiresAt: new Date(now.getTime() + LIFE_MS),
      })
      assert(challenge, HumanChallenge)
      return challenge
    },
    async read(payload, now) {
      const sent = decode(payload)
      if (!is(sent, Payload)) return undefined
      const expiresAt = new Date(sent.challenge.parameters.expiresAt * 1000)
      if (!(expiresAt > now)) return undefined
      // Checks the time of this machine again, then the signature, then the solution.
      const { verified } = await verifySolution({ ...sent, ...keys, deriveKey })
      return verified ? { mark: sent.challenge.signature, expiresAt } : undefined
    },
  }
}

function decode(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}
