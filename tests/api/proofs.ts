import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { endpoints as rows, type HumanChallenge } from '#contract/index.ts'
import { call, type TestShop } from './support.ts'

export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** What a browser sends once it has worked the challenge out. */
export async function solved({ parameters, signature }: HumanChallenge): Promise<string> {
  return encode({ challenge: { parameters, signature }, solution: await solveChallenge({ challenge: { parameters }, deriveKey }) })
}

export const proofFor = async (shop: TestShop): Promise<string> => solved(await call(shop, rows.humanChallenge, {}))
