import type { Endpoint } from '#contract/endpoint.ts'

/** Refusals that somebody who looks after the shop's safety counts (ASVS 16.3). */
const FAULTS = new Set([
  'signedOut',
  'refused',
  'noAccess',
  'tooMany',
  'linkExpired',
  'humanCheck',
  'keyReused',
  'oldPassword',
])

/**
 * Name of the security event that an answer is, for the log: which call, never who or with what. Signing in tells failures by a
 * status of its own, not by a fault.
 */
export function securityEvent({ path }: Pick<Endpoint, 'path'>, said: object): string | undefined {
  const { fault, status } = said as { fault?: unknown; status?: unknown }
  if (typeof fault === 'string' && FAULTS.has(fault)) return fault
  return /login/.test(path) && typeof status === 'string' && status !== '1' ? 'signInFailed' : undefined
}
