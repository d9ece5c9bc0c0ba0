import { MAINTENANCE_PATH } from '#contract/maintenance-path.ts'

/** Plain fetch on purpose: every guest makes this call, and the API client is larger than the rest of the page's scripts. A failed check counts as open. */
export async function isInMaintenance(): Promise<boolean> {
  try {
    const response = await fetch(MAINTENANCE_PATH, { cache: 'no-store' })
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && 'is_maintenance' in body && body.is_maintenance === true
  } catch {
    return false
  }
}
