import type { Endpoint } from '#contract/http/endpoint.ts'

/** Refusals that are logged as security events (ASVS 16.3). */
const FAULTS = new Set([
  'signedOut',
  'refused',
  'noAccess',
  'tooMany',
  'linkExpired',
  'humanCheck',
  'keyReused',
  'oldPassword',
  // At the desk: a wrong password, a wrong second factor, a role that may not do it, a second factor that is due again.
  'credentials',
  'factor',
  'notAllowed',
  'stepUp',
])

/**
 * Names the security event of a reply for the log, without the caller and the input. Sign-in reports a failure by its own
 * status, not by a fault.
 */
export function securityEvent({ path }: Pick<Endpoint, 'path'>, reply: object): string | undefined {
  const { fault, status } = reply as { fault?: unknown; status?: unknown }
  if (typeof fault === 'string' && FAULTS.has(fault)) return fault
  return /login/.test(path) && typeof status === 'string' && status !== '1' ? 'signInFailed' : undefined
}
