import { solveChallengeWorkers } from 'altcha-lib'
import type { HumanChallenge } from '#contract/contact.ts'

const WORKERS = 4
const PATIENCE_MS = 60_000

/** ALTCHA's payload for the server. Undefined where workers or Web Crypto fail, as on a page without https. */
export async function solveChallenge(
  { parameters, signature }: HumanChallenge,
  stopped?: AbortController,
): Promise<string | undefined> {
  try {
    const solution = await solveChallengeWorkers({
      challenge: { parameters },
      concurrency: Math.min(WORKERS, navigator.hardwareConcurrency || 1),
      createWorker: () => new Worker(new URL('./proof-of-work-worker.ts', import.meta.url), { type: 'module' }),
      timeout: PATIENCE_MS,
      ...(stopped && { controller: stopped }),
    })
    return solution ? btoa(JSON.stringify({ challenge: { parameters, signature }, solution })) : undefined
  } catch {
    return undefined
  }
}
