import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { endpoints } from '#contract/http/endpoints.ts'
import type { HumanChallenge } from '#contract/contact.ts'
import { ask } from './personas.ts'
import type { TestShop } from './shop.ts'

export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** What a browser sends once it has worked the challenge out. */
export async function solveCaptcha({ parameters, signature }: HumanChallenge): Promise<string> {
  return encode({
    challenge: { parameters, signature },
    solution: await solveChallenge({ challenge: { parameters }, deriveKey }),
  })
}

export const captchaProof = async (shop: TestShop): Promise<string> =>
  solveCaptcha((await ask(shop, endpoints.humanChallenge, {})).body)
